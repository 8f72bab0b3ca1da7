import TestSupport

/// Certificates and keys that prove nothing, made with openssl for these tests.
enum Examples {
  /// Of a server called localhost, valid from 2026-12-01 to 2036-11-28.
  static let server = LocalhostCertificate.certificate

  /// That server's key, in PKCS #8.
  static let serverKey = LocalhostCertificate.key

  /// The certificate that vouches for the server's.
  static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBeDCCAR+gAwIBAgIUWrFETim0gVu/johUWFm+pRRIoLIwCgYIKoZIzj0EAwIw
    EjEQMA4GA1UEAwwHdGVzdCBDQTAeFw0yNjEyMDEwMDMyMzdaFw0zNjExMjgwMDMy
    MzdaMBIxEDAOBgNVBAMMB3Rlc3QgQ0EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
    AAQaZ8DUlnPakv1hJSPpgolRHFyWL1KqtMANM1LZwq6gyWn5GB+XkoznGXm7tpq3
    ZBymJ23lRlvYZwkZuuw62nEFo1MwUTAdBgNVHQ4EFgQUDhNq8yLbPEZxgwgKv39k
    uJYG72swHwYDVR0jBBgwFoAUDhNq8yLbPEZxgwgKv39kuJYG72swDwYDVR0TAQH/
    BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiB31jGYQaSD97+5EQLWjxKCz7SX4jo0
    WUsFUxG8mLgaiwIgPcK49mzJ4oYIGYbbuWBuyzZQTlPDr5rklL/HsqDzd2E=
    -----END CERTIFICATE-----
    """

  /// The server's key behind a password, in PKCS #8 and as OpenSSL wrote it before.
  static let encryptedKeys = [
    """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgpsnsTkT4XLgICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEDIDNT+ZEfu6rkDdVKyudMUEgZDR
    mSJ3I04Y7wNZz5qaT91sFXP16hrgWjaCD3yBPhrgwBOmo04yP7Jx43L+/94OhqMc
    Z1qlIMxVRBWUNNohvshNTO/EGNZoRgxoEs/sidD8TJtp2tNQcxKajdk7R8Zk81ND
    4w9T44HOIEw5bnmIudn4vr5dAjEavpJ7fSkxcX78NhRQp6zLSWyJt1hncvcbl1Y=
    -----END ENCRYPTED PRIVATE KEY-----
    """,
    """
    -----BEGIN EC PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-128-CBC,C0457CE871E5629E6E8F288F8C1B1A3E

    vNip8B0z9qwiszcIyvGXkMZmqhLV6Sw3EgA4nDL1DdwNiVAMZsRRUjdTEeWx8L/x
    TmLZzELFFfGLptJHvZs/G+4ScgfXY3LSpSKpWUjrVpwszMf9gJV+1NH/HsGvkonj
    ZBpaGsLd0vVeM3ZLifUE8r1js4LZzY7Sr65fQ8GRVZo=
    -----END EC PRIVATE KEY-----
    """,
  ]

  /// Keys of RSA and DSA that are too short or too old for anybody.
  static let weakKeys = [
    """
    -----BEGIN PRIVATE KEY-----
    MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEA1Zy/KGrkSPdoQQDk
    kPoVolSeoKt8rEVujM88OHASwxnlblPcQ6B80gLQvYUj706D/wD3/a9kCAo7I49+
    77FODQIDAQABAkBFyLliWNlPRRQX+FSzUB/1MjPIRX2rQduFwMXpoiNe/OP5FCD5
    2Pp4D/bSttSdcq1ibEjL6qvdxv9V1zaQGVBBAiEA7bs+pClUuIxLvpMjKkP5+ys4
    tYR7qQStFBfvkjFb2aUCIQDmBwUf1IoI/SeZlS/iIm5BjNtslW1Rc3yP8kTtTT7m
    SQIhAMhBoMTcZBeJZwzEGS0zUdK4V+7gCOMZo0p310FI/txZAiEAuwRsGyPvEj3Y
    i1qq8pzxrWO7Jn4awgU1+caMWa7a+9kCICYRezPXHAqDCVDGvjfKkD8/2x9Z7fvw
    0o8AgMfWjyE5
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MIIBWwIBADCCATMGByqGSM44BAEwggEmAoGBAL30UW94JDHHysuqGkJONSXlBd3W
    BHt8kkXFjU9T8vmYMG4P4Tx8V784TGCc53L7kgdkdjsfmYAnvF92vmF8JMJ/fmkT
    Pg0X11s6kx3jThbSgDgTTfm3RjsSqwjajqCmidfe5peNwmOE2/M6WVeoOXQgx7U9
    KlitWGY7mfSRlzU5Ah0A88RIvKvnSxSpHigbOHWWImEBA0rbTrLIJs4nQwKBgHos
    f6wEE4mmf/YWFgwuhaHw7D4q+myb5EmNzPjIOCEbErJhTFZFXGM9brK2oAVcSbu9
    T9SKbEGjGXr9v4hOvhvp+73H7+ZytglcpV2j/G6r/I5gVFOkKWoQ66XaQ91iIyLv
    TzPNxAAk+yVwYDBgCyPZDkOGg6SxduovC2papZkvBB8CHQDkcD/+YNo90dxTck7H
    /fCLg/so2up+TO3r6xVw
    -----END PRIVATE KEY-----
    """,
  ]
}
