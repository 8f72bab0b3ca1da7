internal import CMicrohttpd
internal import Glibc

// libmicrohttpd's callbacks: each finds the loop behind its context and calls one method. The loop is not retained for
// them: it frees libmicrohttpd's daemon, and with it every caller, before it goes itself. All of them run on the loop's
// thread, inside of `MHD_run` or `MHD_stop_daemon`.

extension EventLoop {
  /// Bytes that a connection has for a request's head and an answer's: 150 header fields of 30 bytes find room.
  static let connectionMemoryBytes = 16 * 1024

  func startMicrohttpd() -> OpaquePointer? {
    unsafe withEncryption { flag, options in unsafe startMicrohttpd(flag, options) }
  }

  private func startMicrohttpd(_ encrypts: MHD_FLAG.RawValue, _ encryption: [MHD_OptionItem]) -> OpaquePointer? {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    var flags = encrypts | MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    if configuration.log != nil { flags |= MHD_USE_ERROR_LOG.rawValue }
    var options = unsafe encryption + options(context: context)
    return unsafe options.withUnsafeMutableBufferPointer { options in
      guard let options = options.baseAddress else { return nil }
      let arguments: [any CVarArg] = unsafe [MHD_OPTION.ARRAY.rawValue, options, MHD_OPTION.END.rawValue]
      return unsafe withVaList(arguments) { arguments in
        unsafe MHD_start_daemon_va(
          flags, 0,
          { context, _, _ in unsafe EventLoop.behind(context).admits() ? .YES : .NO }, context,
          { context, _, _, method, version, data, size, exchange in
            guard let method = unsafe method, let version = unsafe version, let size = unsafe size,
              let exchange = unsafe exchange?.pointee
            else { return .NO }
            return unsafe EventLoop.behind(context).advance(
              Exchange.borrowed(exchange), method: method, version: version, data: data, size: size) ? .YES : .NO
          }, context, arguments)
      }
    }
  }

  private func options(context: UnsafeMutableRawPointer) -> [MHD_OptionItem] {
    let log: MHD_LogCallback = { context, format, arguments in
      guard let format = unsafe format, let arguments = unsafe arguments else { return }
      unsafe EventLoop.behind(context).log(format, arguments)
    }
    typealias RequestLine =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
      ) -> UnsafeMutableRawPointer?
    let opened: RequestLine = { context, target, connection in
      guard let connection = unsafe connection, let target = unsafe target else { return nil }
      return unsafe EventLoop.behind(context).openExchange(on: connection, target: target)?.retained()
    }
    let completed: MHD_RequestCompletedCallback = { context, _, exchange, code in
      guard let pointer = unsafe exchange?.pointee else { return }
      unsafe EventLoop.behind(context).closeExchange(
        Exchange.released(pointer), isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
      unsafe exchange?.pointee = nil
    }
    let connection: MHD_NotifyConnectionCallback = { context, connection, client, moment in
      guard let connection = unsafe connection, let client = unsafe client else { return }
      let loop = unsafe EventLoop.behind(context)
      if moment == .CONNECTION_NOTIFY_STARTED {
        unsafe client.pointee = loop.openConnection(connection).retained()
      } else if let pointer = unsafe client.pointee {
        loop.closeConnection(unsafe ClientConnection.released(pointer))
        unsafe client.pointee = nil
      }
    }

    func item(_ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) -> MHD_OptionItem {
      unsafe MHD_OptionItem(option: option, value: value, ptr_value: pointer)
    }
    // Two pointers make up these four; the function stands where a number would, as C has it.
    return unsafe [
      item(.EXTERNAL_LOGGER, Int(bitPattern: unsafeBitCast(log, to: UnsafeRawPointer.self)), context),
      item(.URI_LOG_CALLBACK, Int(bitPattern: unsafeBitCast(opened, to: UnsafeRawPointer.self)), context),
      item(.NOTIFY_COMPLETED, Int(bitPattern: unsafeBitCast(completed, to: UnsafeRawPointer.self)), context),
      item(.NOTIFY_CONNECTION, Int(bitPattern: unsafeBitCast(connection, to: UnsafeRawPointer.self)), context),
      item(.LISTEN_SOCKET, Int(listeningDescriptor)),
      item(.CONNECTION_MEMORY_LIMIT, Self.connectionMemoryBytes),
      // Ours decides, over all loops; libmicrohttpd's own would leave the next one hanging.
      item(.CONNECTION_LIMIT, 2 * HTTPDaemonConfiguration.connectionCeiling),
      item(.CONNECTION_TIMEOUT, configuration.inactivityTimeoutSeconds),
      item(.END, 0),
    ]
  }

  private static func behind(_ context: UnsafeMutableRawPointer?) -> EventLoop {
    guard let context = unsafe context else { preconditionFailure("libmicrohttpd lost a callback's context") }
    return unsafe Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private func log(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    guard let log = configuration.log else { return }
    let longest = 512
    let text = unsafe [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        let length = unsafe vsnprintf(characters.baseAddress, longest, format, arguments)
        return max(0, min(Int(length), longest - 1))
      }
    }
    log(String(decoding: text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...], as: UTF8.self))
  }
}

// What libmicrohttpd holds for us, it holds with a reference of its own, from one callback to another.

extension Exchange {
  /// For a request's context: kept from its first line to its completed callback.
  fileprivate func retained() -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(self).toOpaque()
  }

  fileprivate static func borrowed(_ pointer: UnsafeMutableRawPointer) -> Exchange {
    unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate static func released(_ pointer: UnsafeMutableRawPointer) -> Exchange {
    unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
  }
}

extension ClientConnection {
  /// For a connection's context: kept from its start to its end.
  fileprivate func retained() -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(self).toOpaque()
  }

  fileprivate static func released(_ pointer: UnsafeMutableRawPointer) -> ClientConnection {
    unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeRetainedValue()
  }

  /// The one that belongs to libmicrohttpd's connection.
  static func of(_ connection: OpaquePointer) -> ClientConnection? {
    guard let pointer = unsafe shim_connection_context(connection) else { return nil }
    return unsafe Unmanaged<ClientConnection>.fromOpaque(pointer).takeUnretainedValue()
  }
}
