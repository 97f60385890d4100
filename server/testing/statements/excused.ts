/** Columns whose table allows null and that are never null where a statement reads them, each with the reason. */
export const neverNull: Readonly<Record<string, string>> = {
  'cash.estate.heirs heir': 'an account of an estate has its heir: lender_bank_account_version_heir',
  'funding.bulk.refused reason': 'a refused loan has its reason: bulk_funding_loan_reason',
  'funding.single.agreements signaturePage':
    'only agreements of bulk fundings and taken-over loans have no page: those are used at once, these not offered',
  'lenders.company.open_invitation companyId': 'an invitation is of a login of a company',
  'lenders.key-changes.ending lastDay': 'only keys with a last day are read',
  'lenders.limits.of_bulk decidedAt':
    'it is written together with the version of the limits, which is joined from inside (limits/check.ts)',
  'lenders.notifications.failed_messages endedAt':
    'an ended message has its time: notification_message_ended',
  'lenders.notifications.lock_message closedAt': 'a closed message has its time: notification_message_closed',
  'lenders.profile.ending_evidence validUntil': 'only evidence that ends by a day is asked for',
  'loans.offers.find_drafts marketingTitle': 'the file of loans requires it (csv/columns.ts)',
  'platform.commands.replay stored':
    'an answer is missing only inside the transaction that has claimed its key',
  'platform.commands.replay_batch stored': 'as in platform.commands.replay',
}

/** Columns that a row type leaves out, each with the reason. */
export const notRead: Readonly<Record<string, string>> = {
  'lenders.notifications.page created_at': 'the page is sorted by it',
  'lenders.notifications.unread_page created_at': 'the page is sorted by it',
}

/** Statements that are not described, counted by the file that sends them, each with the reason. */
export const outside: Readonly<Record<string, { statements: number; why: string }>> = {
  'server/demo/stage.ts': { statements: 2, why: 'hands on the statements of others' },
  'server/src/audit/books/audit.ts': {
    statements: 1,
    why: 'asks each invariant in turn; every row is read as it comes',
  },
  'server/src/audit/books/since.ts': {
    statements: 1,
    why: 'narrows each invariant in turn; rows are read as they come',
  },
  'server/src/audit/books/watermark.ts': { statements: 2, why: 'counts the rows of each table in turn' },
  'server/src/funding/marketplace/choosing/choose-loans.ts': {
    statements: 1,
    why: 'three settings in one text, which cannot be prepared',
  },
  'server/src/lenders/company/proposals.ts': {
    statements: 1,
    why: 'reads one or many of the proposals by the same text',
  },
  'server/src/lenders/profile/personal-columns.ts': {
    statements: 3,
    why: 'reads and writes each table with personal data in turn',
  },
  'server/src/platform/approvals/decision.ts': {
    statements: 4,
    why: 'the tables of proposals are those of staff or of companies',
  },
  'server/src/platform/commands/propose.ts': { statements: 2, why: 'likewise' },
  'server/src/platform/db/application-role.ts': { statements: 1, why: 'grants what the migrations grant' },
  'server/src/platform/db/baseline.ts': {
    statements: 1,
    why: 'runs the migrations of the baseline in a scratch schema',
  },
  'server/src/platform/db/database.ts': { statements: 6, why: 'hands on the statements of others' },
  'server/src/platform/db/migrate.ts': { statements: 1, why: 'runs the migrations' },
  'server/src/platform/db/migration-steps.ts': { statements: 2, why: 'runs the steps of migrations' },
  'server/src/platform/db/open-transaction.ts': { statements: 2, why: 'hands on the statements of others' },
}
