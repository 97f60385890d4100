import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that is free now, for a program whose address must be known before it starts. It lies below those that the
 * system gives to connections and listeners by itself: programs that run at the same time take those by the hundred, and
 * one of them would have the port before the program is there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
