import { type Lie, compare } from './compare.ts'
import type { Describer } from './describe.ts'
import { Evaluator } from './evaluate.ts'
import { statementsOf, type Written } from './find-statements.ts'
import type { Modules } from './modules.ts'
import { Types } from './row-types.ts'

/** What the statements of some files are like beside what PostgreSQL says of them. */
export type Look = {
  described: Written[]
  lies: Lie[]
  /** Statements whose text is not known, or that PostgreSQL does not prepare, with its words. */
  outside: { written: Written; error: string | null }[]
}

/** Describes every statement that the files send, and compares it with its row type. */
export async function lookAtAll(
  modules: Modules,
  files: readonly string[],
  describer: Describer,
): Promise<Look> {
  const evaluator = new Evaluator(modules)
  const types = new Types(modules, evaluator)
  const look: Look = { described: [], lies: [], outside: [] }
  for (const written of files.flatMap((file) => statementsOf(modules.get(file), evaluator))) {
    if (written.text === null) {
      look.outside.push({ written, error: null })
      continue
    }
    try {
      const described = await describer.describe(written.text)
      const row = written.row && types.shapeOf(written.row, written.module)
      if (row && !row.properties)
        look.lies.push({ name: written.name, column: '*', what: 'has no row type that is known' })
      look.lies.push(...compare(written, row, described))
      look.described.push(written)
    } catch (error) {
      look.outside.push({ written, error: error instanceof Error ? error.message : String(error) })
    }
  }
  return look
}
