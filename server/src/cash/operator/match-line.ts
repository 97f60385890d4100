import type { Context } from '../../context.ts'
import { lenderOf } from '../../lenders/operator/index.ts'
import { CommandError, type CommandTools } from '../../operator/command.ts'
import { readAmount, readId, readNumber } from '../../operator/values.ts'
import { assignLine, type LoanPart } from '../reconciliation/borrower/assign.ts'
import { chargeWithdrawal, matchToWithdrawal, returnedByBank } from '../reconciliation/return-by-bank.ts'
import { creditFromStatement, matchToPayment } from '../reconciliation/payment-line.ts'
import { disburseByLine } from '../reconciliation/disburse-by-line.ts'
import { enterByLine } from '../reconciliation/enter-by-line.ts'
import { matchToTransfer } from '../reconciliation/transfer-line.ts'
import { sendLineBack } from '../reconciliation/borrower/send-back.ts'
import { settleByLine } from '../reconciliation/settle-by-line.ts'
import { suspendLine } from '../reconciliation/borrower/suspend.ts'

/** What an operator says of a line of the statement. */
export type LineMatch = {
  lineId: string
  /** What it is, e.g. `loan:PMT-2026-000123`; see `kinds`. */
  to: string
  note: string
  /** The lender of a top-up, or of a withdrawal that the books lack, and the bank's id of a top-up, where the line has none. */
  phone?: string | undefined
  payment?: string | undefined
  withFee?: boolean | undefined
  aboveCeiling?: boolean | undefined
}

export type Matched = { done: boolean; words: string; data: Record<string, unknown> }

type Tools = { context: Context; act: CommandTools['act'] }

/** What a line can be said to be, as it is written after `--to`. */
export const kinds =
  'transfer:NAME (pencairan menurut pinjamannya, Angsuran atau pembayaran keluar menurut referensinya), loan:NUMBER atau ' +
  'loan:NUMBER=AMOUNT,NUMBER=AMOUNT, borrower-suspense, sent-back:REFERENCE, top-up, payment:NAME, ' +
  'disbursement:LOAN (pinjaman yang sudah didanai, yang dicairkan dengannya), withdrawal:ID, settle:ID, charge:ID, given-back:ID, enter'

export async function matchLineTo(tools: Tools, match: LineMatch): Promise<Matched> {
  const { act } = tools
  const { lineId, to, note } = match
  const [kind = '', ...rest] = to.split(':')
  const what = rest.join(':').trim()
  const of = () => ({ withdrawalId: readId(what), lineId, note })
  const ends = (done: boolean, words: string, data: object): Matched => ({ done, words, data: { ...data } })
  switch (kind) {
    case 'transfer': {
      const done = await act(matchToTransfer, { lineId, name: what, note })
      return ends(done.matched, `mutasi ini sekarang milik transfer ${what}`, done)
    }
    case 'disbursement': {
      const loanNumber = readNumber(what)
      const done = await act(disburseByLine, { lineId, loanNumber, note })
      return ends(done.disbursed, `${loanNumber} dicairkan: ${done.amount}`, { loanNumber, ...done })
    }
    case 'loan': {
      const done = await act(assignLine, { lineId, loans: partsOf(what), note })
      const parts = done.parts.map(({ loanNumber, amount }) => `${amount} pada ${loanNumber}`)
      return ends(done.assigned, `dicatat sebagai ${done.reference}: ${parts.join(', ')}`, done)
    }
    case 'borrower-suspense': {
      const { suspended, payment } = await act(suspendLine, { lineId, note })
      return ends(suspended, `${payment.amount} rupiah dari Penerima Dana menunggu identifikasi`, payment)
    }
    case 'sent-back': {
      const done = await act(sendLineBack, { lineId, reference: what, note })
      return ends(
        done.returned,
        `${done.amount} rupiah dikirim kembali kepada Penerima Dana sebagai ${what}`,
        done,
      )
    }
    case 'top-up':
      return creditTopUp(tools, match)
    case 'payment': {
      const done = await act(matchToPayment, { lineId, paymentRequestId: what, note })
      return ends(done.matched, `mutasi ini sekarang milik pembayaran ${what}`, done)
    }
    case 'withdrawal': {
      const done = await act(matchToWithdrawal, of())
      return ends(done.matched, `mutasi ini sekarang milik penarikan dana ${what}`, done)
    }
    case 'settle': {
      const done = await act(settleByLine, of())
      return ends(done.settled, `penarikan dana ${what} sudah dibayar`, done)
    }
    case 'charge': {
      const done = await act(chargeWithdrawal, of())
      const { amount, fee, lenderId, owed } = done
      return ends(
        done.charged,
        `${amount} dan biaya ${fee} didebit dari Pemberi Dana ${lenderId}, yang berkewajiban ${owed} darinya`,
        done,
      )
    }
    case 'given-back': {
      const done = await act(returnedByBank, { ...of(), withFee: match.withFee ?? false })
      return ends(
        done.returned,
        `${done.amount} dan biaya ${done.fee} kembali menjadi milik Pemberi Dana ${done.lenderId}`,
        done,
      )
    }
    case 'enter': {
      if (match.phone === undefined)
        throw new CommandError('Sebutkan Pemberi Dana pemilik rekening tujuan transfer: --phone.')
      const lenderId = await lenderOf(tools.context, match.phone)
      const done = await act(enterByLine, { lineId, lenderId, note })
      const { withdrawalId, amount, fee, owed } = done
      return ends(
        done.entered,
        `penarikan dana ${withdrawalId} sudah dibayar: ${amount} dan biaya ${fee} keluar dari dana Pemberi Dana ${lenderId}, ${owed} di antaranya menjadi kewajibannya`,
        done,
      )
    }
    default:
      throw new CommandError(`Sebuah mutasi dapat berupa: ${kinds}.`)
  }
}

async function creditTopUp({ context, act }: Tools, match: LineMatch): Promise<Matched> {
  const { lineId, note, phone, payment: paymentRequestId, aboveCeiling = false } = match
  const lenderId = phone === undefined ? undefined : await lenderOf(context, phone)
  const done = await act(creditFromStatement, { lineId, lenderId, paymentRequestId, note, aboveCeiling })
  const words = `${done.amount} rupiah sekarang milik Pemberi Dana ${done.lenderId}`
  return { done: done.credited, words, data: done }
}

/** `PMT-1` or `PMT-1=100000,PMT-2=50000`. */
const partsOf = (text: string): LoanPart[] =>
  text.split(',').map((part) => {
    const [number = '', amount] = part.split('=')
    const loanNumber = readNumber(number.trim())
    return amount === undefined ? { loanNumber } : { loanNumber, amount: readAmount(amount.trim()) }
  })
