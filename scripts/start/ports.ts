import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** A port on which this start will listen, and the environment variable that moves it. */
export type AskedPort = { variable: string; port: number; host?: string }

/**
 * Makes sure that these ports are free and differ.
 * @throws {StartError} that names the variable which moves the service to another port
 */
export async function requireFreePorts(asked: readonly AskedPort[]): Promise<void> {
  for (const [place, { variable, port, host }] of asked.entries()) {
    const twin = asked.slice(0, place).find((earlier) => earlier.port === port)
    if (twin)
      throw new StartError(
        `${twin.variable} and ${variable} are both ${port}: give one of them another port.`,
      )
    await requireFreePort(variable, port, host)
  }
}

/**
 * Makes sure that a port is free. Waits a moment first: after a kill -9 the processes of the former start need that
 * moment to end.
 * @param variable name of the environment variable that moves the service to another port
 * @throws {StartError} when another program listens there
 */
async function requireFreePort(
  variable: string,
  port: number,
  host = '127.0.0.1',
  waitMs = 3_000,
): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const problem = await bindProblem(port, host)
    if (problem === null) return
    if (problem === 'EACCES') {
      throw new StartError(
        `Port ${port} may not be used by this user: choose another one, for example ${variable}=8080.`,
      )
    }
    if (Date.now() >= deadline) {
      throw new StartError(
        `Port ${port} is in use by another program: stop it, or choose another port, for example ${variable}=${port + 1} npm start.`,
      )
    }
    await sleep(100)
  }
}

function bindProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host }, () => server.close(() => resolve(null)))
  })
}

export function readPort(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable]
  if (text === undefined || text === '') return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new StartError(`${variable}=${text} is not a port: it is a whole number from 1 to 65535.`)
}
