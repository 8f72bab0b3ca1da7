import JSONText
import NavigationCore
import NavigationJSON

/// The paths that tell of the server itself.
extension OpenAPIDocument {
  /// The presets as `GET /policies` shows them.
  private static var policies: String {
    var writer = JSONWriter()
    writer.write(presets: Preset.allCases)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static let wellBeing = #"""
    "content": {"application/json": {"schema": \#(schema("Health")), "example": {"status": "ok"}}}
    """#

  private static let kept = #"""
    "headers": {
      "Cache-Control": {
        "description": "May be kept for a while: it is the same for everyone.", "required": true,
        "schema": {"const": "\#(Exchange.cachingOfDocuments)"}
      }
    }
    """#

  static let serverPaths = #"""
    {
      "/policies": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "listPolicies",
          "tags": ["server"],
          "summary": "The presets, written out",
          "responses": {
            "200": {
              "description": "Each preset's policy, by its name.",
              "content": {"application/json": {"schema": \#(schema("Policies")), "example": \#(policies)}}
            }
          }
        }
      },
      "/healthz": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "checkHealth",
          "tags": ["server"],
          "summary": "Whether the server is alive",
          "responses": {"200": {"description": "It is.", \#(wellBeing)}}
        }
      },
      "/readyz": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "checkReadiness",
          "tags": ["server"],
          "summary": "Whether the server can serve",
          "responses": {"200": {"description": "It can: its store can be written, and it is not about to stop.", \#(wellBeing)}},
          "x-problems": ["storage-unavailable", "draining"]
        }
      },
      "/metrics": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "showMetrics",
          "tags": ["server"],
          "summary": "Counts and durations, for Prometheus",
          "responses": {
            "200": {
              "description": "Metrics in Prometheus' text format.",
              "content": {
                "text/plain": {
                  "schema": {"type": "string"},
                  "example": "# HELP taptop_taps_total Taps that were accepted.\n# TYPE taptop_taps_total counter\ntaptop_taps_total{result=\"double\"} 3\n"
                }
              }
            }
          }
        }
      },
      "/openapi.json": {
        "parameters": [{"$ref": "#/components/parameters/X-Request-Id"}],
        "get": {
          "operationId": "showDocument",
          "tags": ["server"],
          "summary": "This document",
          "responses": {
            "200": {
              "description": "The API as OpenAPI 3.1 describes it.",
              \#(kept),
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object", "required": ["openapi", "info", "paths", "components"],
                    "properties": {"openapi": {"const": "3.1.0"}}
                  }
                }
              }
            }
          }
        }
      },
      "/problems/{code}": {
        "parameters": [
          {
            "name": "code", "in": "path", "required": true,
            "description": "What stands behind `/problems/` in the type of a problem.",
            "schema": {"enum": \#(words(ProblemCode.self))}, "example": "unknown-tab"
          },
          {"$ref": "#/components/parameters/X-Request-Id"}
        ],
        "get": {
          "operationId": "explainProblem",
          "tags": ["server"],
          "summary": "What one kind of problem means, and what to do about it",
          "responses": {
            "200": {
              "description": "For a person to read.",
              \#(kept),
              "content": {"text/plain": {"schema": {"type": "string"}, "example": \#(problemPage)}}
            }
          },
          "x-problems": ["not-found"]
        }
      }
    }
    """#

  private static var problemPage: String {
    var writer = JSONWriter()
    writer.string(String(decoding: ProblemPage(.unknownTab).text, as: UTF8.self))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
