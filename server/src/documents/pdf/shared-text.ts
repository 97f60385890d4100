import { withoutEnd } from '@pematang/contract/format/without-end'
import {
  formatDateLong,
  formatInterest,
  formatRupiah,
  formatTenor,
  groupThousands,
  terbilang,
} from '@pematang/contract/format/index'
import { addDays } from '@pematang/contract/format/business-date'
import {
  type AllocationOrder,
  type NetSchedule,
  netSchedule,
  usualOrder,
  withinInstallment,
} from '../../books/index.ts'
import type { Article, Fact, Party, ScheduleTable } from './content.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/** An amount in figures and words: 'Rp5.000.000 (lima juta rupiah)'. */
export function inFiguresAndWords(amount: number): string {
  return `${formatRupiah(amount)} (${terbilang(amount)} rupiah)`
}

/** The lender's share after tax, with its sums over the whole term, in whole rupiah. */
export const totals = ({ schedule, taxRate }: AgreementSnapshot): NetSchedule =>
  netSchedule(schedule, taxRate)

/** The due date of the last installment, as a long date. */
export function finalDueDate({ schedule, preparedAt }: AgreementSnapshot): string {
  return formatDateLong(schedule.at(-1)?.dueDate ?? preparedAt)
}

export function operatorParty({ operator }: Pick<AgreementSnapshot, 'operator'>): Party {
  const address = operator.address ? [{ label: 'Alamat', value: operator.address }] : []
  const licence = operator.licenceLine ? [{ label: 'Izin', value: operator.licenceLine }] : []
  return {
    role: 'Penyelenggara',
    name: operator.name,
    facts: [...address, ...licence],
  }
}

/** The lender as a party; a company has its own name, with the person who signs for it. */
export function lenderParty({ lender }: Pick<AgreementSnapshot, 'lender'>): Party {
  const { companyName } = lender
  return {
    role: 'Pemberi Dana',
    name: companyName ?? lender.name,
    facts: [
      ...(companyName === null ? [] : [{ label: 'Diwakili oleh', value: lender.name }]),
      { label: 'Identitas', value: lender.identityLabel },
      { label: 'ID tanda tangan', value: lender.digiSignId },
    ],
  }
}

export function borrowerParty({ borrower, loan }: AgreementSnapshot): Party {
  return {
    role: 'Penerima Dana',
    name: borrower.name,
    facts: [{ label: 'Nomor pinjaman', value: loan.loanNumber }],
  }
}

/** The loan, and this lender's share in it. */
export function fundingFacts(snapshot: AgreementSnapshot): Fact[] {
  const { loan, amount } = snapshot
  return [
    { label: 'Nomor pinjaman', value: loan.loanNumber },
    { label: 'Jenis pinjaman', value: loan.loanTypeName },
    { label: 'Tujuan', value: loan.purpose || '-' },
    { label: 'Peringkat risiko', value: loan.grade || '-' },
    { label: 'Pokok seluruh pinjaman', value: formatRupiah(loan.totalLoan) },
    { label: 'Jumlah pendanaan', value: inFiguresAndWords(amount) },
    { label: 'Bunga', value: `${formatInterest(loan.interestFraction)} per tahun, ${loan.interestTypeName}` },
    { label: 'Jangka waktu', value: formatTenor(loan.tenor, loan.tenorPeriodName) },
    { label: 'Batas masa pendanaan', value: formatDateLong(loan.dueDate) },
    { label: 'Angsuran terakhir', value: finalDueDate(snapshot) },
  ]
}

/** The note that an archive copy shows in place of the signatures; null for other documents. */
export function copyNote({ copy, agreementNumber, preparedAt }: AgreementSnapshot): string | null {
  if (!copy) return null
  return (
    `Dokumen ini adalah salinan yang dibuat Penyelenggara. Perjanjian asli yang ditandatangani Pemberi Dana pada ` +
    `${formatDateLong(preparedAt)} tersimpan di arsip Penyelenggara dengan nomor ${agreementNumber}. Salinan ini tidak ` +
    `memuat tanda tangan dan tidak menggantikan perjanjian asli.`
  )
}

/** The main terms, which are shown beside the signatures. */
export function essenceFacts(snapshot: AgreementSnapshot): Fact[] {
  return [
    { label: 'Jumlah pendanaan', value: formatRupiah(snapshot.amount) },
    { label: 'Angsuran terakhir', value: finalDueDate(snapshot) },
  ]
}

export function benefitFacts(snapshot: AgreementSnapshot): Fact[] {
  const { interest, tax, net } = totals(snapshot)
  return [
    { label: 'Jumlah bunga', value: inFiguresAndWords(interest) },
    { label: `PPh ${percent(snapshot.taxRate)} atas bunga`, value: formatRupiah(tax) },
    { label: 'Diterima Pemberi Dana', value: inFiguresAndWords(net) },
  ]
}

/** A rate without trailing zeros: '15%', '0,1%'. */
export function percent(fraction: number): string {
  return `${withoutEnd(withoutEnd(formatInterest(fraction).replace('%', ''), '0'), ',')}%`
}

export function penaltyClauses({ penalty, allocation = usualOrder }: AgreementSnapshot): Article {
  return {
    heading: 'Keterlambatan dan denda',
    clauses: [
      {
        text:
          `Atas bunga dan pokok angsuran yang belum dibayar pada tanggal jatuh temponya, Penerima Dana dikenai denda ` +
          `${percent(penalty.dailyFraction)} untuk setiap hari sesudah tanggal itu sampai bunga dan pokok angsuran itu ` +
          'lunas, dibulatkan ke bawah pada tiap angsuran. Denda tidak dihitung atas denda.',
      },
      {
        text:
          `Jumlah seluruh denda tidak melebihi ${percent(penalty.maximumFraction)} dari jumlah pendanaan, dan bersama ` +
          'seluruh bunga tidak melebihi jumlah pendanaan.',
      },
      { text: allocationClause(allocation) },
      {
        text:
          'Denda yang belum dibayar tetap terutang, juga setelah bunga dan pokoknya lunas, dan diperhitungkan dari ' +
          'pembayaran berikutnya. Jika kedua pihak menyepakati syarat baru, denda yang belum dibayar pada hari ' +
          'kesepakatan itu hapus. Denda yang dibayar menjadi hak Pemberi Dana sebanding dengan bagiannya dalam pinjaman.',
      },
    ],
  }
}

const debtNames = { interest: 'bunga', principal: 'pokok', penalty: 'denda' } as const

/** The clause on the allocation of payments, derived from the order that the ledger uses. */
function allocationClause(order: AllocationOrder): string {
  const { kinds, penaltyLast } = withinInstallment(order)
  const oldestFirst =
    'Pembayaran yang diterima diperhitungkan mulai dari angsuran yang paling lama jatuh tempo, dan dalam tiap angsuran ' +
    `lebih dahulu untuk ${kinds.map((kind) => debtNames[kind]).join(', kemudian ')}, sebelum angsuran berikutnya.`
  if (!penaltyLast) return oldestFirst
  return (
    `${oldestFirst} Denda diperhitungkan setelah bunga dan pokok semua angsuran yang telah jatuh tempo lunas, mulai dari ` +
    'angsuran yang paling lama, dan sebelum angsuran yang belum jatuh tempo.'
  )
}

/** The articles on the end of the offer, from the rule with which the loan was published; none without a rule. */
export function offerEndArticles({ loan, offerEnd }: AgreementSnapshot): Article[] {
  if (!offerEnd) return []
  const { extendDays, extensions, payOutShare, payOutDays } = offerEnd
  const latest = addDays(loan.dueDate, extendDays * extensions)
  const extended =
    extensions > 0
      ? ` Jika pada hari itu pinjaman belum terdanai penuh, masa pendanaan diperpanjang ${inDays(extendDays)}, paling ` +
        `banyak ${extensions} (${terbilang(extensions)}) kali, sehingga berakhir paling lambat pada ${formatDateLong(latest)}.`
      : ''
  const unfilled =
    payOutShare === null
      ? 'Jika pada akhir masa pendanaan pinjaman belum terdanai penuh, pinjaman dibatalkan.'
      : `Jika pada akhir masa pendanaan pinjaman belum terdanai penuh tetapi sedikitnya ${percent(payOutShare)} dari ` +
        'pokoknya terdanai, pokok seluruh pinjaman menjadi jumlah yang terdanai dan pinjaman dicairkan sebesar itu; jumlah ' +
        'pendanaan dan jadwal Pemberi Dana tidak berubah. Jika kurang dari itu, pinjaman dibatalkan.'
  return [
    {
      heading: 'Akhir masa pendanaan',
      clauses: [
        { text: `Masa pendanaan pinjaman ini berakhir pada ${formatDateLong(loan.dueDate)}.${extended}` },
        { text: unfilled },
        {
          text:
            `Pinjaman yang tidak dicairkan paling lambat ${inDays(payOutDays)} setelah masa pendanaannya berakhir ` +
            'dibatalkan.',
        },
        {
          text:
            'Jika pinjaman dibatalkan sebelum dicairkan, Perjanjian ini berakhir, dana Pemberi Dana dikembalikan penuh ke ' +
            'saldonya tanpa biaya dan tanpa bunga, dan Pemberi Dana diberitahu melalui Sistem.',
        },
      ],
    },
  ]
}

const inDays = (days: number): string => `${days} (${terbilang(days)}) hari`

/** The clause on due dates, in the unit of the tenor, which counts from the day of the disbursement. */
export function dueDateRule({ loan, schedule }: AgreementSnapshot): string {
  const period = loan.tenorPeriodName.toLowerCase()
  if (schedule.length === 1)
    return `Angsuran jatuh tempo ${formatTenor(loan.tenor, loan.tenorPeriodName)} setelah hari pencairan.`
  const inMonths =
    period === 'bulan'
      ? ', pada tanggal yang sama, atau pada hari terakhir bulan yang tidak mempunyai tanggal itu'
      : ''
  return (
    `Angsuran pertama jatuh tempo satu ${period} setelah hari pencairan, dan angsuran berikutnya tiap ${period} ` +
    `sesudahnya${inMonths}.`
  )
}

/** The clause on the withheld tax, with the rate used for the amounts of the agreement. */
export const taxRateRule = ({ taxRate }: AgreementSnapshot): string =>
  'Tarifnya mengikuti status pajak Pemberi Dana pada hari pembayaran; jumlah dalam Perjanjian ini dihitung dengan ' +
  `tarif ${percent(taxRate)}.`

/** A duration such as '30 (tiga puluh) menit', in the largest unit that divides it. */
export function duration(seconds: number): string {
  const [size, name] =
    seconds % 3600 === 0 ? [3600, 'jam'] : seconds % 60 === 0 ? [60, 'menit'] : [1, 'detik']
  return `${seconds / size} (${terbilang(seconds / size)}) ${name}`
}

export function signatureArticle({ platformSigned, copy, signatureSeconds }: AgreementSnapshot): Article {
  const signedByPlatform =
    'Penyelenggara menandatangani dokumen ini dengan sertifikat elektroniknya sendiri sebelum menampilkannya kepada ' +
    'Pemberi Dana. Pemberi Dana menandatangani dokumen yang sama, dan setiap perubahan sesudahnya dapat dikenali.'
  const time =
    signatureSeconds === undefined
      ? 'dalam waktu yang disediakan Penyelenggara'
      : `dalam ${duration(signatureSeconds)} sejak pendanaan diminta`
  return {
    heading: 'Dokumen dan tanda tangan elektronik',
    clauses: [
      {
        text:
          'Perjanjian ini dibuat sebagai dokumen elektronik dan ditandatangani dengan tanda tangan elektronik ' +
          'bersertifikat menurut Undang-Undang Nomor 11 Tahun 2008 tentang Informasi dan Transaksi Elektronik ' +
          'beserta perubahannya dan Peraturan Pemerintah Nomor 71 Tahun 2019. Tanda tangan itu mempunyai kekuatan ' +
          'hukum dan akibat hukum yang sah.',
      },
      ...(platformSigned && !copy ? [{ text: signedByPlatform }] : []),
      {
        text:
          'Sidik jari teks yang tercetak di kaki setiap halaman adalah nilai SHA-256 dari naskah ini. Naskah dengan ' +
          'sidik jari lain bukan naskah yang disepakati.',
      },
      {
        text:
          `Perjanjian ini berlaku sejak ditandatangani Pemberi Dana. Jika tidak ditandatangani ${time}, ` +
          'penawaran ini gugur dan dana yang dicadangkan dikembalikan penuh ke saldo Pemberi Dana.',
      },
      {
        text: 'Para Pihak dapat mengunduh Perjanjian ini dari sistem Penyelenggara selama masa penyimpanannya.',
      },
    ],
  }
}

export function disputeArticle(): Article {
  return {
    heading: 'Hukum yang berlaku dan penyelesaian sengketa',
    clauses: [
      { text: 'Perjanjian ini tunduk pada hukum Negara Republik Indonesia.' },
      {
        text:
          'Perselisihan diselesaikan lebih dahulu dengan musyawarah, sejak salah satu pihak memberitahukannya secara ' +
          'tertulis.',
      },
      {
        text:
          'Jika musyawarah tidak berhasil, perselisihan dibawa ke Lembaga Alternatif Penyelesaian Sengketa Sektor ' +
          'Jasa Keuangan (LAPS SJK), atau ke pengadilan negeri di tempat kedudukan Penyelenggara.',
      },
    ],
  }
}

/** The table of this lender's installments with the withheld tax and the net amount. */
export function scheduleTable(snapshot: AgreementSnapshot): ScheduleTable {
  const money = (amount: number) => groupThousands(String(amount))
  const { installments, principal, interest, tax, net } = totals(snapshot)
  return {
    heading: 'Lampiran: Jadwal pembayaran',
    note:
      'Jumlah dalam rupiah, untuk bagian Pemberi Dana. Kolom Diterima ialah pokok ditambah bunga, dikurangi Pajak ' +
      `Penghasilan ${percent(snapshot.taxRate)} atas bunga, dibulatkan ke bawah pada tiap angsuran.`,
    columns: ['No.', 'Jatuh tempo', 'Pokok', 'Bunga', 'PPh', 'Diterima'],
    rows: installments.map((row) => [
      String(row.no),
      formatDateLong(row.dueDate),
      money(row.principal),
      money(row.interest),
      money(row.tax),
      money(row.net),
    ]),
    total: ['', 'Jumlah', money(principal), money(interest), money(tax), money(net)],
  }
}
