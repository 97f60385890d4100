import type { Context } from '../../context.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { required } from '../../platform/refusal.ts'
import { outcomeOf } from '../../platform/commands/request-outcome.ts'
import { actingCaller } from '../../lenders/index.ts'
import { transferFeeOf } from './fee.ts'
import { idleCashOf } from './idle-cash/idle-cash.ts'
import { type HeldWithdrawal, withAccount, withdraw } from './withdraw.ts'

export const routes = (
  context: Context,
): Routes<'withdraw' | 'getWithdrawalOutcome' | 'getTransferFee' | 'getIdleCash'> => ({
  withdraw: ({ lender, body, key, request, requestId }) =>
    withdraw(
      context,
      actingCaller(lender, { request, requestId }),
      body,
      required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
    ),
  getWithdrawalOutcome: async ({ lender, body, requestId, source }) =>
    withAccount(
      context.db,
      await outcomeOf<HeldWithdrawal>(context, {
        actor: lenderActor(lender),
        operation: 'withdraw',
        key: body.key,
        requestId,
        source,
      }),
    ),
  getTransferFee: async ({ body }) => {
    const bankCode = 'bankCode' in body ? body.bankCode : body.bank_code
    const { fee, transferType } = transferFeeOf(context, body.payment_method, bankCode)
    return { transfer_fee: fee, transfer_type: transferType }
  },
  getIdleCash: ({ lender }) => idleCashOf(context, lender.lenderId),
})
