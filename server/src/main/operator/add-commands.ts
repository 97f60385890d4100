import type { Command } from 'commander'
import type { Terminal } from '../../operator/terminal.ts'
import type { Commands, OpenCommand } from '../../platform/registration.ts'

/** A command, or a group, that a district brings; `open` is null for a group whose commands are all brought by name. */
export type Brought = { words: string[]; says: string | null; open: OpenCommand<Terminal> | null }

export const broughtIn = (commands: Iterable<readonly [string, Commands<Terminal>[string]]>): Brought[] =>
  Array.from(commands, ([name, entry]) => ({
    words: name.split(' '),
    ...(typeof entry === 'function' ? { says: null, open: entry } : { open: null, ...entry }),
  }))

/**
 * Adds commands to the program, and loads only what its call may name.
 * @param all in the order of the help, each group before its commands
 * @param args the call; without it all are loaded
 */
export async function addCommands(
  program: Command,
  terminal: Terminal,
  { all, args }: { all: readonly Brought[]; args: readonly string[] | undefined },
): Promise<void> {
  const called = all.filter(({ words: [group = ''] }) => !args || args.includes(group))
  // The help of all, or an error: a group is a name and a sentence.
  if (called.length === 0) return open(program, terminal, { brought: all, opens: isAlone })
  const isNamed = ({ words }: Brought) => !args || words.every((word) => args.includes(word))
  await open(program, terminal, { brought: called, opens: isNamed })
  const isFound =
    !args ||
    called.some((one) => isAlone(one) && isNamed(one)) ||
    program.commands.some((group) => hasNamed(group, args))
  // A group in which nothing was named, or nothing that its own file has: its help, or its error, shows all.
  if (!isFound) await open(program, terminal, { brought: called, opens: (one) => !isNamed(one) })
}

/** Whether one of these words names a command of this group. */
const hasNamed = (group: Command, args: readonly string[]): boolean =>
  group.commands.some((command) => args.includes(command.name()))

const isAlone = ({ words, says }: Brought): boolean => words.length === 1 && says === null

/** Loads commands side by side and adds them in their order; a file that has several is opened by the name of each. */
async function open(
  program: Command,
  terminal: Terminal,
  { brought, opens }: { brought: readonly Brought[]; opens: (one: Brought) => boolean },
): Promise<void> {
  const opened = await Promise.all(
    brought.map(async (one) => ({ ...one, add: opens(one) ? await one.open?.() : undefined })),
  )
  const added = new Set<unknown>()
  for (const { words, says, add } of opened) {
    const [above, name = ''] = [groupOf(program, words.slice(0, -1)), words.at(-1)]
    const isNew = says !== null && !above.commands.some((one) => one.name() === name)
    if (isNew) above.command(name).description(says)
    if (add && !added.has(add)) add(says === null ? above : groupOf(program, words), terminal)
    added.add(add)
  }
}

/** The group of these words, e.g. `lenders` of `lenders top-up`. */
const groupOf = (program: Command, words: readonly string[]): Command =>
  words.reduce((above, word) => {
    const group = above.commands.find((one) => one.name() === word)
    if (!group) throw new Error(`there is no group ${words.join(' ')} of commands`)
    return group
  }, program)
