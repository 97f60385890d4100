import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

type Sent = { name?: string; text: string }

/** What is running, e.g. a command within a job, and how often each of its points was passed. */
type Scope = { name: string; passed: Map<string, number> }

/**
 * Points at which a process kills itself, to test that a crash between any two steps neither loses nor doubles money.
 * They are in the functions that every step uses (transaction, command, job, external call, response), so a new step
 * has them automatically. Only a process with FAIL_POINTS has them, and production refuses that setting.
 */
export class FailPoints {
  readonly #folder: string
  readonly #scopes = new AsyncLocalStorage<Scope>()

  /**
   * @param folder its file `passed` receives a line for each point that is passed; the point named in the file `armed`
   *   kills the process once, and the file is renamed to `struck`
   */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Runs work whose points are prefixed with its name and the names of the surrounding work. */
  within<T>(name: string, work: () => T): T {
    const above = this.#scopes.getStore()
    const scope = { name: above ? `${above.name} > ${name}` : name, passed: above?.passed ?? new Map() }
    return this.#scopes.run(scope, work)
  }

  /** Passes a point: records it, and kills the process with SIGKILL if the point is armed. */
  pass(step: string): void {
    const scope = this.#scopes.getStore()
    const name = `${scope?.name ?? 'unnamed'}: ${step}`
    const times = (scope?.passed.get(name) ?? 0) + 1
    scope?.passed.set(name, times)
    const point = times === 1 ? name : `${name} #${times}`
    appendFileSync(join(this.#folder, 'passed'), `${point}\n`)
    if (point !== this.#armed()) return
    renameSync(join(this.#folder, 'armed'), join(this.#folder, 'struck'))
    process.kill(process.pid, 'SIGKILL')
  }

  /** A step with a point before and after it. A step that fails has no point after it. */
  around<T>(step: string, work: () => T): T {
    this.pass(`before ${step}`)
    const result = work()
    if (!(result instanceof Promise)) return result
    return result.then((value: unknown) => {
      this.pass(`after ${step}`)
      return value
    }) as T
  }

  #armed(): string | null {
    try {
      return readFileSync(join(this.#folder, 'armed'), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}

/** Any object with a database, which may have fail points. */
export type WithFailPoints = { db: { options: { failPoints?: FailPoints | undefined } } }

/** Runs a command, a job, a request or a task, and names its fail points after it. */
export const named = <T>({ db }: WithFailPoints, name: string, work: () => T): T =>
  db.options.failPoints ? db.options.failPoints.within(name, work) : work()

/** Sends a statement, with a fail point before and after it if it is a write or a commit. */
export function sending<T>(points: FailPoints | undefined, statement: Sent, send: () => T): T {
  if (!points || !isWrite(statement.text)) return send()
  return points.around(statement.name ?? firstWords(statement.text), send)
}

/** Wraps an external service, so that each of its calls has a fail point before and after it. */
export function calling<Port extends object>(points: FailPoints | undefined, name: string, port: Port): Port {
  if (!points) return port
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function' || typeof key === 'symbol') return value
      return (...args: unknown[]) =>
        points.around(`${name}.${key}`, () => Reflect.apply(value, target, args) as unknown)
    },
  })
}

/** Matches database functions that write although a SELECT calls them; a test compares them with the migrations. */
const writers =
  /\b(fold|refresh|undo|reencrypt|add_to|make_audit|retire|empty_own|pack|pg_logical_emit)_\w+\(/i

/** Whether a statement has a fail point before and after it. A commit is one. */
export function isWrite(text: string): boolean {
  if (/^\s*(begin|rollback|savepoint|set|lock)\b/i.test(text)) return false
  if (!/^\s*(select|with)\b/i.test(text)) return true
  return (
    writers.test(text) ||
    /\b(insert\s+into|update\s+\w+\s+(\w+\s+)?set|delete\s+from|merge\s+into)\b/i.test(text)
  )
}

const firstWords = (text: string): string => text.trim().split(/\s+/).slice(0, 3).join(' ')
