import type { Command } from 'commander'
import { accountEvents } from '../auth/index.ts'
import { addGroup, addLeaf, runCommand } from './command.ts'
import type { Terminal } from './terminal.ts'
import { lenderOf, readCount, readPhone } from './values.ts'

/** `account events`: what happened to a lender's account, for a question of the lender or after an attack. */
export function addAccount(program: Command, terminal: Terminal): void {
  const account = addGroup(program, 'account', "lenders' access: logins, codes, passwords")
  addLeaf(account, {
    use: 'events',
    description: 'the newest events of one account: logins, codes, passwords, and what operators did to it',
    example: 'account events --phone 81234567890 --limit 20',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'national number, without +62', readPhone)
    .option('--limit <count>', 'how many at most, up to 1000', readCount(1000), 100)
    .action(({ phone, limit }: { phone: string; limit: number }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const lenderId = await lenderOf(context, phone)
        const events = await accountEvents(context.db, lenderId, limit)
        return {
          exit: 0,
          lines: events.map(
            ({ at, operation, outcome, actor, requestId }) =>
              `${at.toISOString()} ${operation} ${outcome} by ${actor}${requestId ? ` request ${requestId}` : ''}`,
          ),
          data: { lenderId, events },
        }
      }),
    )
}
