import type { Command } from 'commander'
import { CommandError } from './command.ts'
import { addFileOptions, type FileOptions } from './file-source.ts'

/** The options of a command that takes either one thing, by its argument, or a file of them. */
export type OneOrFileOptions = FileOptions & { file?: string }

/** @param columns what stands in the file, e.g. its first line or the page that describes it */
export const addOneOrFile = (command: Command, columns: string): Command =>
  addFileOptions(command).option('--file <path>', `banyak sekaligus, dari berkas CSV: ${columns}`)

/**
 * Tells the two apart. What only one of them takes is refused with the other, because it would have no effect.
 * @param one the argument, and the options that go with it alone; those that must be given are `needed`
 * @param what the argument in words, e.g. `one loan`
 * @throws CommandError
 */
export function oneOrFile(
  argument: string | undefined,
  options: OneOrFileOptions & Record<string, unknown>,
  what: string,
  { needed = [], alone = [] }: { needed?: readonly string[]; alone?: readonly string[] } = {},
): { one: string } | { file: string } {
  const { file } = options
  const isGiven = (name: string) => options[name] !== undefined
  if (argument !== undefined && file === undefined) {
    const missing = needed.filter((name) => !isGiven(name))
    if (missing.length > 0)
      throw new CommandError(`Untuk ${what} sebutkan ${missing.map(longOf).join(' dan ')}.`)
    return { one: argument }
  }
  if (argument !== undefined || file === undefined)
    throw new CommandError(`Sebutkan ${what}, atau berkasnya dengan --file.`)
  const idle = [...needed, ...alone].filter(isGiven)
  if (idle.length > 0)
    throw new CommandError(
      `${idle.map(longOf).join(', ')}: tidak bersama --file, yang barisnya memuatnya sendiri.`,
    )
  return { file }
}

const longOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`
