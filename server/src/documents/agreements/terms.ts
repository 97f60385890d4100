import { createHash } from 'node:crypto'

/**
 * The general terms that a lender reads before funding, one string per paragraph. Agreements store the hash of the text
 * that was in force.
 */
export const generalTerms: readonly string[] = [
  'Syarat dan Ketentuan Umum Pendanaan. Dengan mendanai pinjaman melalui dashboard ini, Anda sebagai Pemberi Dana menyatakan telah membaca, memahami, dan menyetujui seluruh ketentuan berikut.',
  '1. Layanan. Penyelenggara mempertemukan Pemberi Dana dengan Penerima Dana, menyiapkan perjanjian di antara keduanya, menyalurkan dana yang sudah disepakati, dan meneruskan pembayaran dari Penerima Dana. Penyelenggara bukan pihak yang meminjam dan tidak menjamin pengembalian dana.',
  '2. Risiko kredit. Seluruh risiko gagal bayar ditanggung oleh Pemberi Dana. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas risiko ini. Danai hanya dengan uang yang tidak Anda perlukan dalam waktu dekat, dan sebarkan pendanaan Anda ke beberapa pinjaman.',
  '3. Cash balance. Uang Anda disimpan pada rekening penampungan yang terpisah dari kekayaan Penyelenggara. Saat Anda mendanai sebuah pinjaman, jumlah yang dipilih disisihkan dari cash balance dan tidak dapat dipakai untuk keperluan lain sampai perjanjian selesai ditandatangani atau batas waktunya lewat.',
  '4. Jumlah pendanaan. Jumlah pendanaan tidak boleh melebihi cash balance, tidak boleh kurang dari minimal pendanaan pinjaman, dan tidak boleh melebihi sisa pendanaan. Sisa yang tertinggal setelah pendanaan Anda tidak boleh kurang dari minimal pendanaan, kecuali Anda mendanai seluruh sisanya.',
  '5. Perjanjian. Setiap pendanaan dituangkan dalam Perjanjian Pemberian Fasilitas Pendanaan antara Anda dan Penyelenggara serta Perjanjian Pendanaan antara Anda dan Penerima Dana. Keduanya ditampilkan sebelum Anda menyetujui dan dapat diunduh kembali selama Anda menjadi pengguna.',
  '6. Tanda tangan elektronik. Perjanjian ditandatangani dengan tanda tangan elektronik bersertifikat melalui penyedia tanda tangan elektronik. Dokumen yang ditandatangani adalah dokumen yang sama persis dengan yang ditampilkan. Jika Anda menolak atau tidak menandatangani sebelum batas waktu, pendanaan dibatalkan dan dana kembali ke cash balance secara utuh.',
  '7. Bunga dan pajak. Bunga dihitung sesuai jenis dan besaran yang tertulis pada pinjaman. Atas bunga yang Anda terima dipotong pajak penghasilan sesuai peraturan yang berlaku, dan bukti potongnya disediakan bagi Anda.',
  '8. Pembayaran. Pembayaran dari Penerima Dana dibagi kepada seluruh Pemberi Dana pinjaman tersebut menurut porsi pendanaan masing-masing, sampai rupiah terakhir. Keterlambatan Penerima Dana dikenai denda sebagaimana tertulis pada perjanjian, dan denda tersebut menjadi hak Pemberi Dana.',
  '9. Penagihan. Dalam hal Penerima Dana terlambat membayar, Penyelenggara melakukan penagihan atas nama Pemberi Dana dengan cara yang sesuai dengan peraturan. Penyelenggara memberitahukan perubahan penting atas pinjaman yang Anda danai melalui dashboard.',
  '10. Data pribadi. Data pribadi Anda diproses hanya untuk menyelenggarakan layanan ini dan memenuhi kewajiban hukum, disimpan paling singkat lima tahun setelah hubungan berakhir, dan tidak diberikan kepada pihak lain tanpa dasar hukum.',
  '11. Keamanan akun. Jaga kerahasiaan kata sandi dan kode verifikasi Anda. Penyelenggara tidak pernah memintanya melalui telepon atau pesan. Segera ubah kata sandi dan hubungi Penyelenggara jika Anda menduga akun Anda dipakai orang lain.',
  '12. Penyelesaian perselisihan. Perselisihan diselesaikan terlebih dahulu dengan musyawarah. Jika tidak tercapai kesepakatan, perselisihan diselesaikan melalui lembaga alternatif penyelesaian sengketa sektor jasa keuangan atau pengadilan negeri di tempat kedudukan Penyelenggara.',
  '13. Perubahan. Ketentuan ini dapat diperbarui. Perubahan diberitahukan melalui dashboard sebelum berlaku dan tidak mengubah perjanjian yang sudah ditandatangani tanpa persetujuan kedua pihak.',
  'Dengan mencentang kotak persetujuan, Anda menyatakan telah membaca ketentuan ini sampai selesai dan bersedia menanggung risiko yang dijelaskan di dalamnya.',
]

/** SHA-256 of the general terms, stored with each agreement as the text that the lender consented to. */
export const generalTermsSha256: string = createHash('sha256')
  .update(JSON.stringify(generalTerms))
  .digest('hex')
