import type { Article } from './content.ts'
import { duration } from './shared-text.ts'

export const mandateRisks: Article = {
  heading: 'Pernyataan risiko',
  clauses: [
    {
      text: 'Pemberi Dana menyatakan telah membaca dan memahami bahwa:',
      points: [
        'pendanaan otomatis tidak mengurangi risiko: risiko gagal bayar ditanggung sepenuhnya oleh Pemberi Dana;',
        'Penyelenggara tidak menjamin bahwa dana Pemberi Dana tersalurkan, karena pinjaman dibagi di antara semua Pemberi ' +
          'Dana yang memintanya menurut aturan yang sama;',
        'strategi dapat dijeda, diubah, atau diakhiri oleh Pemberi Dana kapan saja.',
      ],
    },
  ],
}

export const mandateSignature = (signatureSeconds: number): Article => ({
  heading: 'Dokumen dan tanda tangan elektronik',
  clauses: [
    {
      text:
        'Perjanjian ini dibuat sebagai dokumen elektronik dan ditandatangani dengan tanda tangan elektronik ' +
        'bersertifikat menurut Undang-Undang Nomor 11 Tahun 2008 tentang Informasi dan Transaksi Elektronik ' +
        'beserta perubahannya dan Peraturan Pemerintah Nomor 71 Tahun 2019.',
    },
    {
      text:
        'Penyelenggara menandatangani dokumen ini sebelum menampilkannya. Pemberi Dana menyetujuinya dengan kata sandinya, ' +
        'dan penyedia tanda tangan elektronik lalu menandatangani dokumen yang sama atas namanya. Setiap perubahan ' +
        'sesudahnya dapat dikenali.',
    },
    {
      text:
        `Kuasa ini berlaku sejak dokumen itu ditandatangani. Jika tidak ditandatangani dalam ${duration(signatureSeconds)} ` +
        'sejak Pemberi Dana menyetujuinya, Kuasa ini gugur.',
    },
    {
      text:
        'Sidik jari teks yang tercetak di kaki setiap halaman adalah nilai SHA-256 dari naskah ini. Naskah dengan ' +
        'sidik jari lain bukan naskah yang disepakati.',
    },
    { text: 'Para Pihak dapat mengunduh Perjanjian ini dari Sistem selama masa penyimpanannya.' },
  ],
})
