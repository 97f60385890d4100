import type { BusinessDate } from '@pematang/contract/format/business-date'
import { formatDateLong } from '@pematang/contract/format/date'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { SupportingDocument } from '../../cash/index.ts'
import type { Context } from '../../context.ts'
import { insertTransferAddendum, type ReportContent } from '../../documents/index.ts'
import { many } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { sum } from '../../platform/sum.ts'
import type { Holding, TransferKind } from './store.ts'

/** What holdings are transferred by, in the words of the papers. */
const groundNames: Record<TransferKind, string> = {
  DEATH: 'Pewarisan',
  COURT: 'Putusan pengadilan',
  MERGER: 'Penggabungan badan usaha',
  ASSIGNMENT: 'Pengalihan piutang (cessie)',
}

type Parties = { former: string; holder: string }

/** What of a transfer its addendum states; the price in whole rupiah, null if none is told. */
type Stated = {
  fromLender: number
  toLender: number
  valueDate: BusinessDate
  kind: TransferKind
  document: SupportingDocument
  price: number | null
}

/**
 * Makes, signs and stores the addendum to the agreements of holdings that go to another lender. Its bytes are kept in its
 * row: a store outside cannot take part in the transaction.
 * @returns its id and its SHA-256, hexadecimal
 */
export async function addAddendum(
  tx: Transaction,
  context: Context,
  orderId: string,
  transfer: Stated,
  holdings: readonly Holding[],
): Promise<{ id: string; sha256: string }> {
  const { clock, config, contents, random, renderer } = context
  const { fromLender, toLender, price } = transfer
  const issuedAt = clock.now()
  const operator = {
    name: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    licenceLine: config.OPERATOR_LICENCE_LINE,
  }
  const parties = await partiesOf(tx, fromLender, toLender)
  const content = { operator, issuedAt, ...addendumText(orderId, transfer, parties, holdings) }
  const kept = await contents.inDatabase().keep(await renderer.renderReport(content, issuedAt))
  const id = random.secureId()
  await insertTransferAddendum(tx, { id, fromLender, toLender, price, kept })
  return { id, sha256: kept.sha256.toString('hex') }
}

/** The names of both lenders; of a company that of the company. */
async function partiesOf(tx: Transaction, former: number, holder: number): Promise<Parties> {
  const rows = await many<{ id: number; name: string }>(
    tx,
    'funding.holdings.parties',
    `select l.id, coalesce(i.company_name, l.name) as name
       from lender l left join lender_institution i on i.lender_id = l.id and l.user_type_id = 3 where l.id = any($1)`,
    [[former, holder]],
  )
  const nameOf = (lenderId: number) => rows.find(({ id }) => id === lenderId)?.name ?? ''
  return { former: nameOf(former), holder: nameOf(holder) }
}

function addendumText(
  orderId: string,
  { valueDate, kind, document, price }: Stated,
  { former, holder }: Parties,
  holdings: readonly Holding[],
): Omit<ReportContent, 'operator' | 'issuedAt'> {
  const day = formatDateLong(valueDate)
  return {
    title: 'Addendum Pengalihan Pendanaan',
    subject: `Nomor ${orderId}`,
    facts: [
      { label: 'Pemegang semula', value: former },
      { label: 'Pemegang baru', value: holder },
      { label: 'Dasar', value: groundNames[kind] },
      { label: 'Dokumen dasar', value: document.name },
      { label: 'SHA-256 dokumen', value: document.sha256.replaceAll(/.{32}/g, '$& ').trim() },
      { label: 'Berlaku sejak', value: day },
      ...(price === null ? [] : [{ label: 'Harga menurut dokumen dasar', value: formatRupiah(price) }]),
    ],
    sections: [
      {
        heading: 'Ketentuan',
        paragraphs: [
          'Addendum ini melekat pada perjanjian setiap pendanaan di bawah ini. Kedudukan Pemberi Dana di dalamnya beralih dari Pemegang semula kepada Pemegang baru; ketentuan lain tetap berlaku.',
          `Pembayaran Penerima Dana yang dilakukan sejak ${day} menjadi hak Pemegang baru seluruhnya, termasuk bunga yang sudah berjalan. Pembayaran sebelumnya tetap hak Pemegang semula. Pajak atas bunga dipotong dari yang menerimanya, menurut status pajaknya.`,
          ...(price === null
            ? []
            : [
                'Harga itu dibayar Pemegang baru langsung kepada Pemegang semula. Pembayarannya tidak melalui saldo keduanya pada Penyelenggara.',
              ]),
        ],
      },
      {
        heading: `Sisa pokok pada ${day}`,
        table: {
          columns: [
            { title: 'Pinjaman', width: 190 },
            { title: 'Nomor pendanaan', width: 145 },
            { title: 'Sisa pokok', width: 120, isAmount: true },
          ],
          rows: holdings.map(({ loanNumber, borrowerName, fundingId, principal }) => [
            { text: loanNumber, below: borrowerName },
            fundingNumber(fundingId),
            formatRupiah(principal),
          ]),
          total: ['Jumlah', '', formatRupiah(sum(holdings.map(({ principal }) => principal)))],
        },
      },
    ],
  }
}
