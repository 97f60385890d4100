import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The folder through which fail points are armed and read (`server/src/platform/fail-points.ts`). */
export class FailPointControl {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /** Arms a fail point: the next process that reaches it kills itself there. */
  arm(point: string): void {
    this.clear()
    writeFileSync(path.join(this.folder, 'armed'), point)
  }

  /** Whether a process has killed itself at the armed fail point. */
  hasStruck(): boolean {
    return existsSync(path.join(this.folder, 'struck'))
  }

  clear(): void {
    for (const name of ['armed', 'struck', 'passed']) rmSync(path.join(this.folder, name), { force: true })
  }

  /** The points that were passed since `clear`, each once, in their order. */
  passed(): string[] {
    const file = path.join(this.folder, 'passed')
    if (!existsSync(file)) return []
    return [...new Set(readFileSync(file, 'utf8').split('\n').slice(0, -1))]
  }
}
