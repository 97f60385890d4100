/** A lender of whom everything personal is known, each value once. */
export const person = {
  phone: '81299887766',
  email: 'melati@contoh.example',
  companyEmail: 'kantor@contoh.example',
  picPhone: '81255443322',
  accountNumber: '5566778899001',
  taxNumber: '0990000002000000',
  borrowerAccount: '6655443322110',
}
export const bank = {
  accountName: 'PT Melati Contoh',
  accountNumber: person.accountNumber,
  bankBranch: 'Jakarta',
  bankCode: '009',
  bankName: 'BNI',
  methodPayment: 1 as const,
}
