/// A certificate of a server called localhost, valid from 2026-12-01 to 2036-11-28, and its key in PKCS #8: they prove nothing,
/// and were made with openssl for tests.
public enum LocalhostCertificate {
  /// The certificate, in PEM.
  public static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBhjCCASygAwIBAgIUAcG0WBCNz6xybDMqnVoedJdpcZ4wCgYIKoZIzj0EAwIw
    EjEQMA4GA1UEAwwHdGVzdCBDQTAeFw0yNjEyMDEwMDMyMzdaFw0zNjExMjgwMDMy
    MzdaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
    A0IABBl3wzV3M50nqOoNtncXuXml+TxAGIwQPdH4Qs4+gtZXFCbsfP1r3nH6XWO8
    PXE0nVpNRq5Uh08ev3CzocshkCajXjBcMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcE
    fwAAATAdBgNVHQ4EFgQUjDK+ECxkErjFn04V3FQmjz5tIOowHwYDVR0jBBgwFoAU
    DhNq8yLbPEZxgwgKv39kuJYG72swCgYIKoZIzj0EAwIDSAAwRQIgfzVEkFjd4mWl
    pulIpSVn6cFWOeyfSByUIdECbZmPtBMCIQDlJffNOBbnltGu4/vdmUYJjFfQ6yUx
    PtK6FNQgNjO3aA==
    -----END CERTIFICATE-----
    """

  /// Its key, in PEM.
  public static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9dXVr20Q20AcfvyA
    xY6wrYCNk6VLazMU3ZWLTPfaLyShRANCAAQZd8M1dzOdJ6jqDbZ3F7l5pfk8QBiM
    ED3R+ELOPoLWVxQm7Hz9a95x+l1jvD1xNJ1aTUauVIdPHr9ws6HLIZAm
    -----END PRIVATE KEY-----
    """
}
