import { formatInterest } from '@pematang/contract/format/interest'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { formatTenor, type TenorPeriod, tenorPeriodName } from '@pematang/contract/format/tenor'
import type { HistoryEvent, ObjectPage } from '@pematang/contract/staff/objects'
import { type InterestType, interestTypeNames } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { findRepayments, showLoan } from '../../loans/index.ts'
import { required } from '../../platform/refusal.ts'
import { dayFact, fact, loanRef, paymentRef, sumFact } from './page.ts'

type Page = Omit<ObjectPage, 'trail' | 'actions'>

/** The page of a loan. @throws Refusal NOT_FOUND */
export async function loanPage({ db }: Context, loanNumber: string): Promise<Page> {
  const loan = required(await showLoan(db, loanNumber), 'NOT_FOUND')
  const { rows } = await findRepayments(db, { loanNumber }, { limit: 20 })
  const paid = rows.map(
    ({ recordedAt, state, reference, paidOn, amount }): HistoryEvent => ({
      at: recordedAt.toISOString(),
      words: `${repaymentStates[state]} ${reference}, tanggal valuta ${paidOn}`,
      ...{ amount, by: null, reason: null },
      about: paymentRef(reference),
    }),
  )
  const next = loan.schedule.find(
    ({ supersededOn, principal, interest, principalPaid, interestPaid }) =>
      supersededOn === null && principalPaid + interestPaid < principal + interest,
  )
  return {
    about: loanRef(loanNumber),
    title: `${loanNumber} · ${loan.borrowerName}`,
    lenderId: null,
    facts: [
      {
        title: 'Pinjaman',
        facts: [
          ...fact('Status', states[loan.state] ?? loan.state),
          ...fact('Penerima Dana', `${loan.borrowerName} (${loan.borrowerNumber})`),
          ...fact('Jenis', loan.loanType),
          ...fact('Product', loan.productNumber),
          ...sumFact('Jumlah', loan.total),
          ...sumFact('Terdanai', loan.funded),
          ...sumFact('Dipesan', loan.reserved === 0 ? null : loan.reserved),
          ...fact('Pendanaan', `${loan.fundings}, ${loan.waiting} menunggu tanda tangan`),
          ...fact(
            'Bunga setahun',
            `${formatInterest(loan.interest)}, ${interestTypeNames[loan.interestType as InterestType]}`,
          ),
          ...fact('Tenor', formatTenor(loan.tenor, tenorPeriodName(loan.tenorPeriod as TenorPeriod))),
          ...dayFact('Ditawarkan sampai', loan.offerUntil),
          ...dayFact('Dicairkan', loan.disbursedOn),
        ],
      },
      {
        title: 'Pembayaran',
        facts: [
          ...sumFact('Sisa pokok', loan.principalDue),
          ...sumFact('Sisa bunga', loan.interestDue),
          ...sumFact('Tunggakan', loan.arrears),
          ...fact('Hari terlambat', loan.daysLate === 0 ? null : String(loan.daysLate)),
          ...sumFact('Sudah dibayar', loan.paid),
          ...sumFact('Kelebihan bayar', loan.excess === 0 ? null : loan.excess),
          ...fact(
            'Rekening Penerima Dana',
            loan.account &&
              `${loan.account.bankCode} ${loan.account.accountNumber}, ${loan.account.accountHolder}`,
          ),
          ...fact(
            'Hapus buku',
            loan.writeOff &&
              `${formatRupiah(loan.writeOff.principal)} pada ${loan.writeOff.on}: ${loan.writeOff.reason}`,
          ),
        ],
      },
    ],
    waits: next
      ? [
          {
            words: `Angsuran ${next.no} jatuh tempo ${next.dueDate}`,
            amount: next.principal + next.interest - next.principalPaid - next.interestPaid,
            about: null,
          },
        ]
      : [],
    events: paid,
  }
}

const repaymentStates = {
  RECORDED: 'Pembayaran',
  REVERSED: 'Pembayaran yang dibatalkan',
  REVERSAL: 'Pembatalan',
}

const states: Record<string, string> = {
  DRAFT: 'draf',
  DELETED: 'draf yang dihapus',
  OFFERED: 'ditawarkan',
  FUNDED: 'terdanai penuh',
  CANCELLED: 'dibatalkan',
  ACTIVE: 'berjalan',
  RESTRUCTURED: 'direstrukturisasi',
  REPAID: 'lunas',
  WRITTEN_OFF: 'dihapusbukukan',
}
