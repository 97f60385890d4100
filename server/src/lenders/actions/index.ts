import type { Action } from '../../staff/index.ts'
import { access } from './access.ts'
import { bankAccount } from './bank-account.ts'
import { factors } from './factors.ts'
import { facts } from './facts.ts'
import { limits } from './limits.ts'

export const actions: readonly Action[] = [...access, ...bankAccount, ...facts, ...factors, ...limits]
