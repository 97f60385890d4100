import { createInterface } from 'node:readline/promises'
import { CommandError, type CommandTools, write } from './command.ts'

/**
 * Asks for confirmation on the terminal and continues after "y", "ya" or "yes". Scripts pass --yes instead.
 * @throws CommandError if the answer is no, or no one can answer on the terminal.
 */
export async function confirm({ terminal, json }: CommandTools, question: string): Promise<void> {
  if (json || !terminal.canAnswer)
    throw new CommandError(`${question} Sebutkan --yes bila tidak ada yang dapat ditanya.`)
  await write(terminal.stderr, `${question} [y/N] `)
  const lines = createInterface({ input: terminal.stdin })
  for await (const line of lines) {
    lines.close()
    if (/^y(a|es)?$/i.test(line.trim())) return
    break
  }
  throw new CommandError('Tidak ada yang dilakukan.')
}
