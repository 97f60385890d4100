import { addConfirmations } from './confirmations.ts'
import { addHistory } from './history.ts'
import { addStatements } from './statements.ts'

export const commands = {
  confirmations: addConfirmations,
  statements: addStatements,
  'lenders history': addHistory,
}
