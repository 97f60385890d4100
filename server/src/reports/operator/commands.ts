import { addConfirmations } from './confirmations.ts'
import { addStatements } from './statements.ts'

export const commands = { confirmations: addConfirmations, statements: addStatements }
