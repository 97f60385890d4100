import { Command, CommanderError } from 'commander'
import { addAccount } from './account-events.ts'
import { addBooks } from './books.ts'
import { addDays } from './days.ts'
import { addDeposits } from './deposits.ts'
import { addDisbursements } from './disbursements.ts'
import { addFactsheets } from './factsheets.ts'
import { addJobs } from './jobs.ts'
import { addLenders } from './lenders.ts'
import { addLoans } from './loans.ts'
import { addLoanTypes, addProducts } from './products.ts'
import { addRepayments } from './repayments.ts'
import { addStatements } from './statements.ts'
import type { Terminal } from './terminal.ts'
import { addWithdrawals } from './withdrawals.ts'

/** The operator's whole command line on this terminal. */
export function makeProgram(terminal: Terminal): Command {
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
  addLoans(program, terminal)
  addLoanTypes(program, terminal)
  addProducts(program, terminal)
  addFactsheets(program, terminal)
  addDisbursements(program, terminal)
  addRepayments(program, terminal)
  addDays(program, terminal)
  addDeposits(program, terminal)
  addLenders(program, terminal)
  addAccount(program, terminal)
  addWithdrawals(program, terminal)
  addStatements(program, terminal)
  addBooks(program, terminal)
  addJobs(program, terminal)
  return program
}

/**
 * Runs one command line. What commander itself ends (help, a wrong option) has an exit code of ours too: a command
 * that was not understood was not done.
 */
export async function runOperator(terminal: Terminal, args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const program = makeProgram(terminal)
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

/** Every command of the program, groups too. */
export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) forEachCommand(child, visit)
}
