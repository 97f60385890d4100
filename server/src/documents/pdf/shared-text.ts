import {
  formatDateLong,
  formatInterest,
  formatRupiah,
  formatTenor,
  groupThousands,
  terbilang,
} from '@pematang/contract/format/index'
import { withholdTax } from '../../servicing/schedule/index.ts'
import type { Article, Fact, Party, ScheduleTable } from './content.ts'
import type { AgreementSnapshot } from './snapshot.ts'

/** 'Rp5.000.000 (lima juta rupiah)'. */
export function inFiguresAndWords(amount: number): string {
  return `${formatRupiah(amount)} (${terbilang(amount)} rupiah)`
}

/** What the lender's share brings over the whole term, in rupiah. */
export function totals({ schedule, taxRate }: AgreementSnapshot) {
  const interest = schedule.reduce((sum, row) => sum + row.interest, 0)
  const principal = schedule.reduce((sum, row) => sum + row.principal, 0)
  const tax = schedule.reduce((sum, row) => sum + withholdTax(row.interest, taxRate), 0)
  return { interest, principal, tax, net: principal + interest - tax }
}

/** The day the last installment falls due. */
export function finalDueDate({ schedule, preparedAt }: AgreementSnapshot): string {
  return formatDateLong(schedule.at(-1)?.dueDate ?? preparedAt)
}

export function operatorParty({ operator }: AgreementSnapshot): Party {
  const address = operator.address ? [{ label: 'Alamat', value: operator.address }] : []
  const licence = operator.licenceLine ? [{ label: 'Izin', value: operator.licenceLine }] : []
  return {
    role: 'Penyelenggara',
    name: operator.name,
    facts: [...address, ...licence],
  }
}

export function lenderParty({ lender }: AgreementSnapshot): Party {
  const company = lender.companyName ? [{ label: 'Mewakili', value: lender.companyName }] : []
  return {
    role: 'Pemberi Dana',
    name: lender.name,
    facts: [
      ...company,
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

/** The loan and the share in it that this lender takes. */
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

/** What a copy from the archive says in place of the signatures. */
export function copyNote({ copy, agreementNumber, preparedAt }: AgreementSnapshot): string | null {
  if (!copy) return null
  return (
    `Dokumen ini adalah salinan yang dibuat Penyelenggara. Perjanjian asli yang ditandatangani Pemberi Dana pada ` +
    `${formatDateLong(preparedAt)} tersimpan di arsip Penyelenggara dengan nomor ${agreementNumber}. Salinan ini tidak ` +
    `memuat tanda tangan dan tidak menggantikan perjanjian asli.`
  )
}

/** What a signatory should have before their eyes while signing. */
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

/** A rate without the zeros that say nothing: '15%', '0,1%'. */
export function percent(fraction: number): string {
  return formatInterest(fraction).replace(/,?0+%$/, '%')
}

export function penaltyClauses({ penalty }: AgreementSnapshot): Article {
  return {
    heading: 'Keterlambatan dan denda',
    clauses: [
      {
        text:
          `Atas angsuran yang belum dibayar penuh pada tanggal jatuh temponya, Penerima Dana dikenai denda ` +
          `${percent(penalty.dailyFraction)} dari jumlah yang tertunggak untuk setiap hari keterlambatan.`,
      },
      {
        text:
          `Jumlah seluruh denda tidak melebihi ${percent(penalty.maximumFraction)} dari jumlah pendanaan. Denda tidak ` +
          'dihitung atas denda, dan tidak melampaui batas manfaat ekonomi yang ditetapkan Otoritas Jasa Keuangan.',
      },
      {
        text:
          'Pembayaran yang diterima diperhitungkan lebih dahulu untuk bunga, kemudian pokok, kemudian denda, mulai ' +
          'dari angsuran yang paling lama tertunggak. Denda yang dibayar menjadi hak Pemberi Dana sebanding dengan ' +
          'bagiannya dalam pinjaman.',
      },
    ],
  }
}

export function signatureArticle(): Article {
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
      {
        text:
          'Sidik jari teks yang tercetak di kaki setiap halaman adalah nilai SHA-256 dari naskah ini. Naskah dengan ' +
          'sidik jari lain bukan naskah yang disepakati.',
      },
      {
        text:
          'Perjanjian ini berlaku sejak ditandatangani Pemberi Dana. Jika tidak ditandatangani dalam waktu yang ' +
          'disediakan Penyelenggara, penawaran ini gugur dan dana yang dicadangkan dikembalikan penuh ke saldo ' +
          'Pemberi Dana.',
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
          'Perselisihan diselesaikan dengan musyawarah dalam 30 (tiga puluh) hari kalender sejak salah satu pihak ' +
          'memberitahukannya secara tertulis.',
      },
      {
        text:
          'Jika musyawarah tidak berhasil, perselisihan dibawa ke Lembaga Alternatif Penyelesaian Sengketa Sektor ' +
          'Jasa Keuangan (LAPS SJK), atau ke pengadilan negeri di tempat kedudukan Penyelenggara.',
      },
    ],
  }
}

/** The installments of this lender's share, what is withheld, and what reaches the lender. */
export function scheduleTable(snapshot: AgreementSnapshot): ScheduleTable {
  const money = (amount: number) => groupThousands(String(amount))
  const { principal, interest, tax, net } = totals(snapshot)
  return {
    heading: 'Lampiran: Jadwal pembayaran',
    note:
      'Jumlah dalam rupiah, untuk bagian Pemberi Dana. Kolom Diterima ialah pokok ditambah bunga, dikurangi Pajak ' +
      `Penghasilan ${percent(snapshot.taxRate)} atas bunga, dibulatkan ke bawah pada tiap angsuran.`,
    columns: ['No.', 'Jatuh tempo', 'Pokok', 'Bunga', 'PPh', 'Diterima'],
    rows: snapshot.schedule.map((row) => {
      const withheld = withholdTax(row.interest, snapshot.taxRate)
      return [
        String(row.no),
        formatDateLong(row.dueDate),
        money(row.principal),
        money(row.interest),
        money(withheld),
        money(row.principal + row.interest - withheld),
      ]
    }),
    total: ['', 'Jumlah', money(principal), money(interest), money(tax), money(net)],
  }
}
