import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { copyTree } from '../../../../scripts/check/tree-copy.ts'
import { type Sabotage, sabotaged } from './sabotage.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

/** A copy of the product in which one rule at a time is switched off. */
export class ChangedTree {
  readonly #tree = copyTree()

  get folder(): string {
    return this.#tree.folder
  }

  /** Runs `work` while this rule is switched off in the copy. */
  async with<T>(sabotage: Sabotage, work: () => Promise<T>): Promise<T> {
    const { file } = sabotage
    this.#tree.write(file, sabotaged(root, sabotage))
    try {
      return await work()
    } finally {
      copyFileSync(path.join(root, file), path.join(this.folder, file))
    }
  }

  remove(): void {
    this.#tree.remove()
  }
}
