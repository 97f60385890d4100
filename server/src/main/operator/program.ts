import { Command, CommanderError } from 'commander'
import { collect, load } from '../collect.ts'
import { type AnyDistrict, everyDistrict } from '../districts.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { addToday } from './today.ts'

/** The order of the groups in the help; a group that is not named here comes after these. */
const order = [
  ...['loans', 'offers', 'borrowers', 'loan-types', 'products', 'bulk-fundings', 'auto-funding'],
  ...['factsheets', 'fundings', 'timestamps', 'documents', 'disbursements', 'repayments', 'excess'],
  ...['payouts', 'tax', 'days', 'deposits', 'lenders', 'limits', 'account', 'confirmations'],
  ...['risk-warning', 'mandates', 'withdrawals', 'bank', 'statements', 'books', 'ledger', 'audit'],
  ...['data-keys', 'notifications', 'jobs'],
]

/** The operator's command line on this terminal, with the commands of all districts. */
export async function createProgram(
  terminal: Terminal,
  districts: readonly AnyDistrict[] = everyDistrict,
): Promise<Command> {
  const program = new Command('operator')
    .description(
      "The operator's commands. Exit code 0: done; 1: done, but something was refused or found; 2: not done.",
    )
    .option('--json', 'answer as one line of JSON')
    .option('--operator <name>', 'who acts, for the audit trail', terminal.user)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
  addToday(program, terminal)
  const modules = await load(districts, ({ commands }) => commands)
  const brought = modules.map(({ district, part }) => ({ district, part: part.commands }))
  const added = [...collect('the command', brought)].map(([name, add]) => ({ words: name.split(' '), add }))
  for (const { words, add } of added.toSorted((a, b) => placeOf(a.words) - placeOf(b.words)))
    add(groupOf(program, words.slice(0, -1)), terminal)
  return program
}

function placeOf([group = '']: readonly string[]): number {
  const place = order.indexOf(group)
  return place < 0 ? order.length : place
}

/** The group of these words, e.g. `lenders` of `lenders top-up`. */
const groupOf = (program: Command, words: readonly string[]): Command =>
  words.reduce((above, word) => {
    const group = above.commands.find((one) => one.name() === word)
    if (!group) throw new Error(`there is no group ${words.join(' ')} of commands`)
    return group
  }, program)

/** Runs one command line. Commander's own exits (help, usage errors) are mapped to the exit codes of this program. */
export async function runOperator(terminal: Terminal, args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const program = await createProgram(terminal)
  forEachCommand(program, (command) =>
    command.configureOutput({
      outputError: (text, write) =>
        write(json ? `${JSON.stringify({ error: text.trim().replace(/^error: /, '') })}\n` : text),
    }),
  )
  if (!json) forEachCommand(program, (command) => command.showHelpAfterError('Add --help to see how.'))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    terminal.exit(error.exitCode === 0 ? 0 : 2)
  }
}

/** Visits every command of the program, including groups. */
export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) forEachCommand(child, visit)
}
