const create = async () => (await import('./create-lender.ts')).addCreateLender
const lists = async () => (await import('./lenders.ts')).addLenderLists
const access = async () => (await import('./lender-access.ts')).addLenderAccess
const facts = async () => (await import('./lender-facts.ts')).addLenderFacts
const bankAccounts = async () => (await import('./bank-account-requests.ts')).addBankAccountRequests

/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  lenders: { says: 'Pemberi Dana dan pengaturannya' },
  'lenders create': create,
  'lenders import': create,
  'lenders list': lists,
  'lenders show': lists,
  'lenders search': async () => (await import('./search.ts')).addSearch,
  'lenders suspend': access,
  'lenders close': access,
  'lenders reactivate': access,
  'lenders change-contact': access,
  'lenders sessions': access,
  'lenders end-sessions': access,
  'lenders recover-factor': access,
  'lenders stop-recovery': access,
  'lenders corporate-profile': facts,
  'lenders bank-account': facts,
  'lenders tax-status': facts,
  'lenders reverse-tax-status': facts,
  'lenders additional-cash-account': facts,
  'lenders signer': facts,
  'lenders bulk-funding': facts,
  'lenders bank-account-requests': bankAccounts,
  'lenders accept-bank-account': bankAccounts,
  'lenders refuse-bank-account': bankAccounts,
  'lenders class': async () => (await import('./lender-class.ts')).addLenderClass,
  'lenders facts': async () => (await import('./supervisor-facts.ts')).addSupervisorFacts,
  'lenders identity': async () => (await import('./lender-identity.ts')).addLenderIdentity,
  'lenders tax-number': async () => (await import('./tax-number.ts')).addTaxNumber,
  'lenders virtual-account': async () => (await import('./virtual-accounts.ts')).addVirtualAccounts,
  limits: {
    says: 'batas yang boleh didanai Pemberi Dana',
    open: async () => (await import('./limits.ts')).addLimits,
  },
  account: {
    says: 'akses Pemberi Dana: login, kode, kata sandi',
    open: async () => (await import('./account-events.ts')).addAccount,
  },
  'risk-warning': {
    says: 'peringatan risiko yang disetujui Pemberi Dana sebelum mendanai',
    open: async () => (await import('./risk-warning.ts')).addRiskWarning,
  },
  'staff feed-key': async () => (await import('./feed-key.ts')).addFeedKey,
  keys: {
    says: 'kunci enkripsi nomor telepon, e-mail, dan nomor rekening dalam basis data',
    open: async () => (await import('./data-keys.ts')).addDataKeys,
  },
  notifications: {
    says: 'e-mail dan SMS kepada Pemberi Dana',
    open: async () => (await import('./notifications.ts')).addNotifications,
  },
}
