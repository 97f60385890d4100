import type { Command } from 'commander'
import { publishLoans, withdrawLoan } from '../loans/index.ts'
import { perform } from '../platform/mutation.ts'
import { CommandError, runCommand } from './command.ts'

/** `loans publish` and `loans withdraw`: what the marketplace offers. */
export function addOfferLoans(loans: Command): void {
  loans
    .command('publish')
    .description('offer draft loans on the marketplace')
    .argument('[numbers...]', 'the loan numbers')
    .option('--all', 'every draft')
    .action((numbers: string[], { all }: { all?: boolean }, command: Command) =>
      runCommand(command, async ({ context, operator }) => {
        if (Boolean(all) === numbers.length > 0) throw new CommandError('Name the loans, or say --all.')
        const { published } = await perform(context, publishLoans, {
          actor: { kind: 'operator', name: operator },
          input: { loanNumbers: all ? 'all' : numbers },
        })
        return { exit: 0, lines: [`${published} offered on the marketplace`], data: { published } }
      }),
    )
  loans
    .command('withdraw')
    .description('take a loan off the marketplace; what was funded of it stays')
    .argument('<number>', 'the loan number')
    .action((loanNumber: string, _: object, command: Command) =>
      runCommand(command, async ({ context, operator }) => {
        const { withdrawn } = await perform(context, withdrawLoan, {
          actor: { kind: 'operator', name: operator },
          input: { loanNumber },
        })
        if (!withdrawn) throw new CommandError(`${loanNumber} is not a loan that is offered or a draft.`)
        return { exit: 0, lines: [`${loanNumber} is off the marketplace`], data: { withdrawn } }
      }),
    )
}
