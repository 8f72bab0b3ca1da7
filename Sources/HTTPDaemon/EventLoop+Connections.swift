internal import CMicrohttpd

extension EventLoop {
  /// Whether a connection that has come is heard at all.
  func admits() -> Bool {
    connectionCount.value < configuration.maximumConnections + HTTPDaemonConfiguration.surplusConnections
  }

  func openConnection(_ connection: OpaquePointer) -> ClientConnection {
    let client = ClientConnection(
      descriptor: unsafe shim_connection_descriptor(connection),
      isSurplus: connectionCount.increment() > configuration.maximumConnections,
      place: connections.count)
    watchRequests()
    if draining != nil { becomesIdle(client) }
    connections.append(client)
    return client
  }

  func closeConnection(_ client: ClientConnection) {
    connectionCount.decrement()
    client.isClosed = true
    // Its descriptor is still open, and in plain HTTP shut for sending.
    if client.lingers { lingering.keep(client.descriptor, makingRoom: draining == nil) }
    // The last one takes the place of the one that goes.
    let last = connections.removeLast()
    if last !== client {
      connections[client.place] = last
      last.place = client.place
    }
  }
}
