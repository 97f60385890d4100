import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection and refuses new ones, like a server that is down. */
  cut(): void
  /** Accepts connections again. */
  mend(): void
  /** Accepts bytes and forwards none, like a router that hangs; connections stay open. */
  freeze(): void
  /** Forwards again what comes from now on. */
  thaw(): void
  /**
   * Forwards the next message that contains these bytes, and breaks the connection instead of returning the response.
   */
  loseAnswerTo(bytes: string): void
  close(): Promise<void>
}

/** A proxy that a test can break; it forwards everything to `target` unchanged. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let broken = false
  let frozen = false
  let losing: string | null = null
  const server = createServer((near) => {
    if (broken) return near.destroy()
    const far = connect(target)
    let lost = false
    for (const socket of [near, far]) {
      open.add(socket)
      // Broken connections are expected here; the close event closes the other side too.
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (piece) => {
      if (frozen) return
      if (losing !== null && piece.includes(losing)) {
        losing = null
        lost = true
      }
      far.write(piece)
    })
    far.on('data', (piece) => {
      if (frozen) return
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
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
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

/** A proxy to the database at `url`, and the database URL that goes through it. */
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
