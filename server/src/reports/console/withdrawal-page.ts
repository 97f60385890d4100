import { withdrawalNumber } from '@pematang/contract/format/reference-number'
import { maskNumber } from '@pematang/contract/format/mask-number'
import type { ObjectPage } from '@pematang/contract/staff/objects'
import type { Context } from '../../context.ts'
import { many, maybe } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { fact, lenderRef, sumFact, timeFact, withdrawalRef } from './page.ts'

type Page = Omit<ObjectPage, 'trail' | 'actions'>

type Withdrawal = {
  lenderId: number
  lenderName: string
  state: string
  amount: number
  fee: number
  methodPayment: number
  reason: string
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
  bankReference: string | null
  endReason: string | null
  bankCode: string
  accountName: string
  accountNumber: string
}

type Line = { id: string; at: Date; type: string; amount: number; bankReference: string | null }

/** The page of a withdrawal with its lines in the bank's statement. @throws Refusal NOT_FOUND */
export async function withdrawalPage({ db }: Context, id: string): Promise<Page> {
  const withdrawal = required(
    await maybe<Withdrawal>(
      db,
      'reports.console.withdrawal',
      `select w.lender_id as "lenderId", l.name as "lenderName", w.state, w.amount, w.fee, w.method_payment as "methodPayment",
              w.reason, w.created_at as "createdAt", w.sent_at as "sentAt", w.ended_at as "endedAt",
              w.bank_reference as "bankReference", w.end_reason as "endReason", v.bank_code as "bankCode",
              v.account_name as "accountName", v.account_number as "accountNumber"
         from withdrawal w join lender l on l.id = w.lender_id
         join lender_bank_account_version v on v.lender_id = w.lender_id and v.version = w.account_version
        where w.id = $1`,
      [id],
    ),
    'NOT_FOUND',
  )
  const lines = await many<Line>(
    db,
    'reports.console.lines_of_withdrawal',
    `select l.id, l.at, l.type, l.amount, l.bank_reference as "bankReference" from bank_line l
      where l.id in (select id from bank_line where withdrawal_id = $1
                      union select line_id from bank_line_match where withdrawal_id = $1)
      order by l.at, l.id`,
    [id],
  )
  const { state, amount, fee, lenderId } = withdrawal
  return {
    about: withdrawalRef(id),
    title: `Penarikan ${withdrawalNumber(id)}`,
    lenderId,
    facts: [
      {
        title: 'Penarikan',
        facts: [
          ...fact('Status', states[state] ?? state),
          ...fact('Pemberi Dana', withdrawal.lenderName, { about: lenderRef(lenderId) }),
          ...sumFact('Jumlah yang dikirim', amount),
          ...sumFact('Biaya', fee),
          ...fact('Bank yang membayar', withdrawal.methodPayment === 1 ? 'BNI' : 'Bank lain'),
          ...fact(
            'Tujuan',
            `bank ${withdrawal.bankCode}, ${maskNumber(withdrawal.accountNumber)}, ${withdrawal.accountName}`,
          ),
          ...fact('Alasan', withdrawal.reason),
          ...timeFact('Diminta', withdrawal.createdAt),
          ...timeFact('Dikirim ke bank', withdrawal.sentAt),
          ...timeFact('Selesai', withdrawal.endedAt),
          ...fact('Referensi bank', withdrawal.bankReference),
          ...fact('Alasan dikembalikan', withdrawal.endReason),
        ],
      },
    ],
    waits:
      withdrawal.endedAt === null
        ? [{ words: states[state] ?? state, amount: amount + fee, about: null }]
        : [],
    events: lines.map(({ id: line, at, type, amount: moved, bankReference }) => ({
      at: at.toISOString(),
      words: `Baris mutasi ${line}: ${type === 'DEBIT' ? 'keluar' : 'masuk'}${bankReference === null ? '' : `, ${bankReference}`}`,
      amount: type === 'DEBIT' ? -moved : moved,
      ...{ by: null, reason: null, about: null },
    })),
  }
}

const states: Record<string, string> = {
  HELD: 'belum dikirim ke bank',
  SENT: 'dikirim ke bank',
  PAID: 'dibayar',
  RETURNED: 'dikembalikan',
}
