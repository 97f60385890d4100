import { maskNumber } from '@pematang/contract/format/mask-number'
import type { ObjectPage } from '@pematang/contract/staff/objects'
import type { Context } from '../../context.ts'
import { showRepayment } from '../../loans/index.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dayFact, fact, lenderRef, loanRef, paymentRef, sumFact, timeFact } from './page.ts'

type Page = Omit<ObjectPage, 'trail' | 'actions'>

/**
 * The page of a payment: of a borrower by its reference, or of a lender by its id or its name at the bank.
 * @throws Refusal NOT_FOUND
 */
export async function paymentPage({ db }: Context, reference: string): Promise<Page> {
  const page = (await ofBorrower(db, reference)) ?? (await ofLender(db, reference))
  if (!page) throw new Refusal('NOT_FOUND')
  return page
}

/** Lenders shown of a payment. */
const shownLenders = 50

async function ofBorrower(db: Queryable, reference: string): Promise<Page | undefined> {
  const payment = await showRepayment(db, reference, { limit: shownLenders })
  if (!payment) return undefined
  const { parts } = payment
  return {
    about: paymentRef(reference),
    title: `Pembayaran ${reference}`,
    lenderId: null,
    facts: [
      {
        title: 'Pembayaran',
        facts: [
          ...fact('Status', payment.state === 'RECORDED' ? 'tercatat' : 'dibatalkan'),
          ...fact('Pinjaman', payment.loanNumber, { about: loanRef(payment.loanNumber) }),
          ...fact('Penerima Dana', payment.borrowerName),
          ...dayFact('Tanggal valuta', payment.paidOn),
          ...timeFact('Dicatat', payment.recordedAt),
          ...sumFact('Jumlah', payment.amount),
          ...sumFact('Pokok', payment.principal),
          ...sumFact('Bunga', payment.interest),
          ...sumFact('Denda', payment.penalty),
          ...sumFact('Biaya platform', payment.fee),
          ...sumFact('Kelebihan bayar', payment.excess),
          ...sumFact('Pajak yang dipotong', payment.tax),
        ],
      },
      {
        title:
          parts.next === null ? 'Bagian Pemberi Dana' : `Bagian ${shownLenders} Pemberi Dana yang pertama`,
        facts: parts.rows.flatMap(({ lenderId, name, principal, interest, penalty, tax }) =>
          sumFact(name, principal + interest + penalty - tax, { about: lenderRef(lenderId) }),
        ),
      },
    ],
    waits: [],
    events: [],
  }
}

type BankPayment = {
  id: string
  bank: string
  name: string
  number: string | null
  amount: number
  referenceNo: string | null
  toldAt: Date
  lenderId: number | null
  lenderName: string | null
  suspense: string | null
  waits: boolean
}

async function ofLender(db: Queryable, asked: string): Promise<Page | undefined> {
  const payment = isUuid.test(asked) ? await byId(db, asked) : await byName(db, asked)
  if (!payment) return undefined
  return {
    about: paymentRef(payment.id),
    title: `Pembayaran ${payment.name}`,
    lenderId: payment.lenderId,
    facts: [
      {
        title: 'Pembayaran',
        facts: [
          ...fact('Bank', payment.bank === 'BNI' ? 'BNI' : 'Bank lain'),
          ...sumFact('Jumlah', payment.amount),
          ...fact('Referensi bank', payment.referenceNo),
          ...fact('Virtual account', payment.number === null ? null : maskNumber(payment.number.trim())),
          ...timeFact('Dilaporkan', payment.toldAt),
          ...fact(
            'Pemberi Dana',
            payment.lenderName,
            payment.lenderId === null ? {} : { about: lenderRef(payment.lenderId) },
          ),
        ],
      },
    ],
    waits: payment.waits
      ? [{ words: `Belum teridentifikasi (${payment.suspense ?? ''})`, amount: payment.amount, about: null }]
      : [],
    events: [],
  }
}

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const bankPayment = `
  select p.id, p.bank, p.payment_request_id as name, p.number, p.amount, p.reference_no as "referenceNo",
         p.told_at as "toldAt", p.lender_id as "lenderId", l.name as "lenderName", s.reason as suspense,
         s.payment_id is not null and s.ended_at is null as waits
    from bank_payment p left join bank_suspense s on s.payment_id = p.id left join lender l on l.id = p.lender_id`

const byId = (db: Queryable, id: string): Promise<BankPayment | undefined> =>
  maybe<BankPayment>(db, 'reports.console.bank_payment', `${bankPayment} where p.id = $1`, [id])

/** The newest with this name: the banks give names of their own. */
const byName = (db: Queryable, name: string): Promise<BankPayment | undefined> =>
  maybe<BankPayment>(
    db,
    'reports.console.bank_payment_by_name',
    `${bankPayment} where p.bank in ('BNI', 'OTHER') and p.payment_request_id = $1 order by p.told_at desc limit 1`,
    [name],
  )
