import type { Context } from '../../context.ts'
import type { AcceptedFile } from '../../platform/approvals/file.ts'
import { mutation } from '../../platform/commands/command.ts'

/**
 * Accepts the content of a file. It changes nothing by itself: the same file is then imported under the proposal, line
 * by line, each line once.
 */
export const acceptFile = mutation<Context, AcceptedFile, null>({
  operation: 'acceptFile',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(_, { command, name, sha256, amount }) {
    return { answer: null, subject: `file:${name}`, detail: { command, sha256, amount } }
  },
})
