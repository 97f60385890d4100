import type { Machine } from '../stand/machine.ts'
import { writePage } from './write.ts'

export type Page = {
  title: string
  about: readonly string[]
  machine: Machine
  /** The `## heading` and the lines of each part. */
  parts: readonly { heading: string; lines: readonly string[] }[]
}

/** Prints a page, and also stores it with the other results if a name is given. */
export function tellPage({ title, about, machine, parts }: Page, keepAs: string | null): void {
  const text = [
    `# ${title}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    ...about,
    '',
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.fileSystem}; Node ${machine.node},`,
    `${machine.postgres}, default settings. Load average before: ${machine.loadBefore}.`,
    ...parts.flatMap(({ heading, lines }) => ['', `## ${heading}`, '', ...lines]),
  ].join('\n')
  console.log(text)
  if (keepAs !== null) console.log(`wrote ${writePage(keepAs, `${text}\n`)}`)
}
