import type { AnyFileKind } from '../../operator/files/index.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * The command of a file with its options, as the command line names it in a proposal (`operator/second-pair.ts`).
 * @param chosen the names of the options that are set
 * @throws Refusal NOT_FOUND for an unknown command or option
 */
export function invocationOf(
  kinds: readonly AnyFileKind[],
  command: string,
  chosen: readonly string[],
): string {
  const kind = kinds.find((one) => one.command === command)
  const known = kind?.options?.map(({ name }) => name) ?? []
  if (!kind || chosen.some((name) => !known.includes(name))) throw new Refusal('NOT_FOUND')
  const options = [...new Set(chosen)].toSorted().map((name) => [name, true])
  return `${command} ${JSON.stringify(Object.fromEntries(options))}`
}

/** The kind of a file and its options, of `invocationOf`. @throws Error if there is no such kind any more */
export function readInvocation(
  kinds: readonly AnyFileKind[],
  invocation: string,
): { kind: AnyFileKind; options: Record<string, boolean> } {
  const end = invocation.indexOf(' {')
  const kind = kinds.find(({ command }) => command === invocation.slice(0, end))
  if (!kind) throw new Error(`no kind of file is taken by ${invocation}`)
  return { kind, options: JSON.parse(invocation.slice(end + 1)) as Record<string, boolean> }
}
