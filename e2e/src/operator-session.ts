import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { checkout, compileCache, type ProductAddress } from './product.ts'

type Ended = { id: number; code: number; out: string; err: string }

/** One process that runs an operator's commands on the data of a product, sequentially or concurrently. */
class OperatorSession {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve: (ended: Ended) => void; reject: (error: Error) => void }>()
  #commands = 0

  constructor({ dataDir }: ProductAddress) {
    this.#child = fork(path.join(checkout, 'server/testing/operator-session.ts'), {
      cwd: checkout,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PEMATANG_DATA: dataDir,
        // The lenders of the journeys get their cash without a bank.
        TOP_UP_WITHOUT_LINE_LIMIT: String(Number.MAX_SAFE_INTEGER),
        ...compileCache,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (ended: Ended) => {
      this.#waiting.get(ended.id)?.resolve(ended)
      this.#forget(ended.id)
    })
    this.#child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`the operator's session ended with ${code}`))
    })
    // The child ends with this process and does not keep this process alive.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  run(args: readonly string[], input: string): Promise<Ended> {
    const id = (this.#commands += 1)
    const { promise, resolve, reject } = Promise.withResolvers<Ended>()
    this.#waiting.set(id, { resolve, reject })
    this.#child.channel?.ref()
    this.#child.send({ id, args, input })
    return promise
  }

  #forget(id: number): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#child.channel?.unref()
  }
}

const sessions = new Map<string, OperatorSession>()

/** The operator session of the product with this data folder, shared by all tests of this process. */
export function sessionOn(address: ProductAddress): OperatorSession {
  let session = sessions.get(address.dataDir)
  if (!session) sessions.set(address.dataDir, (session = new OperatorSession(address)))
  return session
}
