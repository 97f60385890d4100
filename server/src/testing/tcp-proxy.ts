import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection and takes no new one, like a neighbour that has gone. */
  cut(): void
  /** Takes connections again. */
  mend(): void
  /** Lets the next message that holds these bytes through, and breaks the connection instead of passing on its answer. */
  loseAnswerTo(bytes: string): void
  close(): Promise<void>
}

/** A neighbour's address that a test can break: what comes in is passed on to `target` as it is. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let broken = false
  let losing: string | null = null
  const server = createServer((near) => {
    if (broken) return near.destroy()
    const far = connect(target)
    let lost = false
    for (const socket of [near, far]) {
      open.add(socket)
      // A connection that breaks is what this is for; its end closes the other side too.
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (piece) => {
      if (losing !== null && piece.includes(losing)) {
        losing = null
        lost = true
      }
      far.write(piece)
    })
    far.on('data', (piece) => {
      if (lost) near.destroy()
      else near.write(piece)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      broken = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      broken = false
    },
    loseAnswerTo(bytes) {
      losing = bytes
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** A line to the database at `url`, and the address of the database at its near end. */
export async function startDatabaseLine(url: string): Promise<{ line: TcpProxy; url: string }> {
  const near = new URL(url)
  const socketFolder = near.searchParams.get('host')
  const port = near.searchParams.get('port') ?? (near.port || '5432')
  const line = await startTcpProxy(
    socketFolder?.startsWith('/')
      ? { path: `${socketFolder}/.s.PGSQL.${port}` }
      : { host: near.hostname, port: Number(port) },
  )
  near.searchParams.delete('host')
  near.searchParams.delete('port')
  near.hostname = '127.0.0.1'
  near.port = String(line.port)
  return { line, url: near.href }
}
