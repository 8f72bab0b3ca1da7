// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built by the same rules: warnings are errors, unsafe code is marked as such, and an import
/// is as narrow as it can be.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: rules)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: rules)
}

let package = Package(
  name: "taptop",
  products: [
    .executable(name: "taptop", targets: ["taptop"]),
    .library(name: "NavigationCore", targets: ["NavigationCore"]),
  ],
  targets: [
    .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // The arrows between modules are these lists and nothing else; scripts/lint holds the imports to them.
    module("NavigationCore"),
    module("HTTPMessages"),
    module("Digests", ["CGnuTLS"]),
    module("TLS", ["CGnuTLS"]),
    module("Threading", ["CLinux"]),
    module("HTTPDaemon", ["CLinux", "CMicrohttpd", "HTTPMessages", "Threading"]),
    module("JSONText", ["CJansson"]),
    module("NavigationJSON", ["NavigationCore", "JSONText"]),
    module("SessionEngine", ["NavigationCore"]),
    module(
      "SQLiteSessionStore", ["CSQLite", "JSONText", "NavigationCore", "NavigationJSON", "SessionEngine", "Threading"]),
    module(
      "NavigationAPI", ["Digests", "HTTPMessages", "JSONText", "NavigationCore", "NavigationJSON", "SessionEngine"]),
    .executableTarget(
      name: "taptop",
      dependencies: [
        "HTTPDaemon", "HTTPMessages", "JSONText", "Threading", "NavigationAPI", "NavigationCore",
        "NavigationJSON", "SQLiteSessionStore", "SessionEngine", "TLS",
      ],
      swiftSettings: rules),

    .target(
      name: "TestSupport", dependencies: ["NavigationCore"], path: "Tests/TestSupport", swiftSettings: rules),
    .target(
      name: "EngineSimulation", dependencies: ["NavigationCore", "SessionEngine", "TestSupport"],
      path: "Tests/EngineSimulation", swiftSettings: rules),
    .executableTarget(
      name: "simulate", dependencies: ["EngineSimulation"], path: "Tests/simulate", swiftSettings: rules),
    tests(of: "NavigationCore", ["JSONText", "NavigationJSON"]),
    tests(of: "HTTPMessages"),
    tests(of: "HTTPDaemon", ["HTTPMessages", "TLS", "Threading"]),
    tests(of: "Digests"),
    tests(of: "TLS"),
    tests(of: "JSONText"),
    tests(of: "NavigationJSON", ["JSONText", "NavigationCore"]),
    tests(of: "SessionEngine", ["NavigationCore", "EngineSimulation"]),
    tests(of: "SQLiteSessionStore", ["CSQLite", "NavigationCore", "NavigationJSON", "SessionEngine", "Threading"]),
    tests(
      of: "NavigationAPI", ["Digests", "HTTPMessages", "JSONText", "NavigationCore", "NavigationJSON", "SessionEngine"]),
    tests(
      of: "taptop",
      [
        "Digests", "HTTPMessages", "SQLiteSessionStore", "JSONText", "NavigationAPI", "NavigationCore",
        "NavigationJSON", "SessionEngine",
      ]),
  ]
)
