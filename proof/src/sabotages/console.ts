import type { Sabotage } from './sabotage.ts'

/** A rule that only tests hold: the proof has no passkeys. */
export type TestedSabotage = Sabotage & {
  /** The test file that must fail without the rule. */
  test: string
}

const people = 'server/src/staff/people'
const passkeys = 'server/src/staff/passkeys'
const sessions = 'server/src/staff/sessions'
const tests = {
  passkeys: `${people}/passkeys.test.ts`,
  atOnce: `${people}/at-once.test.ts`,
  deciding: 'server/src/staff/approvals/deciding.test.ts',
  commandLine: 'server/src/staff/operator/second-pair.test.ts',
}

const sessionRules: readonly TestedSabotage[] = [
  {
    name: 'session-without-idle-time',
    fault: 'a session that nobody uses goes on',
    file: `${sessions}/store.ts`,
    find: 't.seen_at > app_now() - make_interval(secs => $2)',
    replace: '$2 > 0',
    test: tests.passkeys,
  },
  {
    name: 'session-without-total-time',
    fault: 'a session that is used goes on after eight hours',
    file: `${sessions}/store.ts`,
    find: 't.ended_at is null and t.ends_at > app_now()',
    replace: 't.ended_at is null',
    test: tests.passkeys,
  },
  {
    name: 'ended-session-lives',
    fault: 'a session that was ended goes on',
    file: `${sessions}/store.ts`,
    find: 't.ended_at is null and t.ends_at > app_now()',
    replace: 't.ends_at > app_now()',
    test: tests.passkeys,
  },
  {
    name: 'timer-extends-session',
    fault: 'a page that asks by itself keeps a session alive',
    file: `${sessions}/authenticate.ts`,
    find: 'session.stale && !unattended',
    replace: 'session.stale',
    test: tests.passkeys,
  },
  {
    name: 'network-open',
    fault: 'the console answers to networks that the setting does not name',
    file: 'server/src/main/console-app.ts',
    find: "if (isHealth(request) || networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return done()",
    replace:
      "if (isHealth(request) || networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') || ip !== '') return done()",
    test: tests.passkeys,
  },
  {
    name: 'foreign-page-calls',
    fault: 'another page than the console’s changes something with its cookie',
    file: 'server/src/main/console-app.ts',
    find: 'done(reads || request.headers.origin === origin ?',
    replace: 'done(reads || origin !== request.url ?',
    test: tests.passkeys,
  },
]

const challengeRules: readonly TestedSabotage[] = [
  {
    name: 'challenge-for-any-purpose',
    fault: 'what was signed for a login decides, and the reverse',
    file: `${passkeys}/challenges.ts`,
    find: 'purpose = $2 and staff_id is not distinct from $3\n        and subject is not distinct from $4',
    replace: "$2::text <> '' and coalesce(staff_id = $3, true) and coalesce(subject = $4, true)",
    test: tests.deciding,
  },
  {
    name: 'challenge-for-any-person',
    fault: 'a signature for the challenge of another person is taken',
    file: `${passkeys}/challenges.ts`,
    find: 'staff_id is not distinct from $3',
    replace: 'coalesce($3::integer, 0) >= 0',
    test: tests.deciding,
  },
  {
    name: 'challenge-for-any-proposals',
    fault: 'a signature for one proposal decides another',
    file: `${passkeys}/challenges.ts`,
    find: 'subject is not distinct from $4',
    replace: "coalesce($4::bytea, '') is not null",
    test: tests.deciding,
  },
  {
    name: 'challenge-taken-twice',
    fault: 'a signature is replayed',
    file: `${passkeys}/challenges.ts`,
    find: '`delete from staff_challenge\n',
    replace: '`update staff_challenge set purpose = purpose\n',
    test: tests.passkeys,
  },
  {
    name: 'challenge-without-end',
    fault: 'a challenge is answered after its five minutes',
    file: `${passkeys}/challenges.ts`,
    find: 'and subject is not distinct from $4 and expires_at > app_now()',
    replace: 'and subject is not distinct from $4',
    test: tests.passkeys,
  },
  {
    name: 'passkey-of-another',
    fault: 'a person decides with the passkey of another',
    file: `${passkeys}/verify.ts`,
    find: 'purpose.staffId !== null && passkey.staffId !== purpose.staffId',
    replace: 'purpose.staffId === 0',
    test: tests.deciding,
  },
  {
    name: 'passkey-of-any-origin',
    fault: 'what a foreign page had signed is taken',
    file: `${passkeys}/verify.ts`,
    find: 'expectedOrigin: consoleOrigin(config),\n      expectedRPID: relyingParty(config),\n      credential',
    replace:
      "expectedOrigin: [consoleOrigin(config), 'http://localhost.evil.example'],\n      expectedRPID: relyingParty(config),\n      credential",
    test: tests.passkeys,
  },
  {
    name: 'passkey-of-any-host',
    fault: 'what was signed for another relying party is taken',
    file: `${passkeys}/verify.ts`,
    find: 'expectedRPID: relyingParty(config),\n      credential',
    replace: "expectedRPID: [relyingParty(config), 'evil.example'],\n      credential",
    test: tests.passkeys,
  },
  {
    name: 'user-not-verified',
    fault: 'a device that has not checked who uses it logs in',
    file: `${passkeys}/verify.ts`,
    find: "requireUserVerification: true,\n    }),\n  )\n  if (!verified) throw new Refusal('PASSKEY_INVALID')\n  const isCounted",
    replace:
      "requireUserVerification: false,\n    }),\n  )\n  if (!verified) throw new Refusal('PASSKEY_INVALID')\n  const isCounted",
    test: tests.passkeys,
  },
  {
    name: 'passkey-made-unverified',
    fault: 'a passkey is registered by a device that has not checked who uses it',
    file: `${passkeys}/verify.ts`,
    find: 'requireUserVerification: true,\n      supportedAlgorithmIDs',
    replace: 'requireUserVerification: false,\n      supportedAlgorithmIDs',
    test: tests.passkeys,
  },
  {
    name: 'copied-passkey-at-once',
    fault: 'a passkey and its copy both log in at the same moment',
    file: `${passkeys}/store.ts`,
    find: 'counter < $2 or (counter = 0 and $2 = 0)',
    replace: 'counter <= $2',
    test: tests.atOnce,
  },
]

const personRules: readonly TestedSabotage[] = [
  {
    name: 'one-passkey-decides',
    fault: 'a person with one passkey decides',
    file: `${sessions}/authenticate.ts`,
    find: "right !== 'DECIDE' || passkeys >= passkeysToDecide",
    replace: "right !== 'DECIDE' || passkeys > 0",
    test: tests.passkeys,
  },
  {
    name: 'second-passkey-lost-meanwhile',
    fault: 'a decision is taken whose decider has lost the second passkey since it was sent',
    file: 'server/src/staff/approvals/decide-proposals.ts',
    find: "if (passkeys < passkeysToDecide) throw new Refusal('PASSKEYS_TOO_FEW')",
    replace: '',
    test: tests.deciding,
  },
  {
    name: 'passkey-lost-meanwhile',
    fault: 'a decision is taken that was signed by a passkey which was revoked since',
    file: 'server/src/staff/approvals/decide-proposals.ts',
    find: "if (!known) throw new Refusal('PASSKEY_UNKNOWN')",
    replace: '',
    test: tests.deciding,
  },
  {
    name: 'session-lost-meanwhile',
    fault: 'a decision is taken in a session that has ended since it was sent',
    file: 'server/src/staff/approvals/decide-proposals.ts',
    find: "if (!live) throw new Refusal('STAFF_SESSION_ENDED')",
    replace: '',
    test: tests.deciding,
  },
  {
    name: 'stale-login-adds-passkey',
    fault: 'a session that was left open adds a passkey',
    file: `${people}/own-passkeys.ts`,
    find: "if (!fresh) throw new Refusal('LOGIN_NOT_FRESH')",
    replace: '',
    test: tests.passkeys,
  },
  {
    name: 'last-passkey-revoked',
    fault: 'a person revokes their last passkey',
    file: `${people}/own-passkeys.ts`,
    find: "if ((await countPasskeys(tx, staffId)) === 0) throw new Refusal('PASSKEY_LAST')",
    replace: '',
    test: tests.passkeys,
  },
  {
    name: 'revoked-passkey-keeps-session',
    fault: 'the sessions of a passkey go on after it was revoked',
    file: `${people}/own-passkeys.ts`,
    find: 'await endStaffSessions(tx, staffId, id)',
    replace: 'void endStaffSessions',
    test: tests.atOnce,
  },
  {
    name: 'last-administrator-leaves',
    fault: 'the last administrator loses the right',
    file: `${people}/enough.ts`,
    find: 'ADMIN: 1 } as const',
    replace: 'ADMIN: 0 } as const',
    test: tests.passkeys,
  },
  {
    name: 'last-two-deciders-leave',
    fault: 'one of the last two who decide loses the right',
    file: `${people}/enough.ts`,
    find: 'DECIDE: 2, ADMIN',
    replace: 'DECIDE: 1, ADMIN',
    test: tests.commandLine,
  },
  {
    name: 'last-two-with-passkeys-leave',
    fault: 'of the last two who have the passkeys to decide one loses them',
    file: `${people}/enough.ts`,
    find: 'able: least.DECIDE }',
    replace: 'able: 0 }',
    test: tests.passkeys,
  },
  {
    name: 'suspended-session-returns',
    fault: 'a session of a suspended person lives again with their rights',
    file: `${people}/staff.ts`,
    find: '  await endStaffSessions(tx, staffId, null)\n  await endInvitations(tx, staffId)\n  const proposals',
    replace: '  await endInvitations(tx, staffId)\n  const proposals',
    test: tests.atOnce,
  },
  {
    name: 'suspended-proposals-wait',
    fault: 'what a suspended person proposed still waits',
    file: `${people}/staff.ts`,
    find: 'where maker = $1 and ended is null returning number',
    replace: "where maker = $1 and ended = '' returning number",
    test: tests.passkeys,
  },
  {
    name: 'suspended-person-logs-in',
    fault: 'a suspended person logs in',
    file: `${people}/login.ts`,
    find: 'if ((await rightsOf(tx, staffId)).length === 0)',
    replace: 'if ((await rightsOf(tx, staffId)).length < 0)',
    test: tests.passkeys,
  },
  {
    name: 'invitation-at-once',
    fault: 'a link is used by two at the same moment',
    file: `${people}/accept-invitation.ts`,
    find: 'staff_id = $2 and used_at is null and expires_at',
    replace: 'staff_id = $2 and expires_at',
    test: tests.atOnce,
  },
  {
    name: 'invitation-twice',
    fault: 'a link is opened again after it was used',
    file: `${people}/invite.ts`,
    find: 'i.token_hash = $1 and i.used_at is null and i.expires_at > app_now()',
    replace: 'i.token_hash = $1 and i.expires_at > app_now()',
    test: tests.passkeys,
  },
  {
    name: 'invitation-without-end',
    fault: 'a link is opened after its half hour',
    file: `${people}/invite.ts`,
    find: 'i.token_hash = $1 and i.used_at is null and i.expires_at > app_now()',
    replace: 'i.token_hash = $1 and i.used_at is null',
    test: tests.passkeys,
  },
  {
    name: 'lost-passkey-lives',
    fault: 'an invitation leaves the lost passkey in force',
    file: `${people}/invite.ts`,
    find: 'await endPasskeys(tx, id, null)',
    replace: 'void endPasskeys',
    test: tests.passkeys,
  },
  {
    name: 'machine-invites-for-ever',
    fault: 'whoever sits at the machine makes themselves a person who decides',
    file: `${people}/invite.ts`,
    find: "if (!(await mayInviteAlone(tx))) throw new Refusal('SECOND_PAIR_NEEDED')",
    replace: '',
    test: tests.passkeys,
  },
  {
    name: 'stranger-breaks-glass',
    fault: 'somebody who is no person of the staff runs without a second pair',
    file: 'server/src/platform/approvals/gate.ts',
    find: "await requireRight(tx, staff?.id ?? 0, 'WORK')",
    replace: 'void requireRight',
    test: tests.commandLine,
  },
  {
    name: 'own-break-glass-looked-at',
    fault: 'who ran without a second pair looks at it themselves',
    file: 'server/src/staff/approvals/break-glass.ts',
    find: "if (found.operator === by.name) throw new Refusal('PROPOSAL_OWN')",
    replace: '',
    test: tests.commandLine,
  },
]

/** The rules of the console: its sessions, networks, passkeys and people. */
export const consoleSabotages: readonly TestedSabotage[] = [
  ...sessionRules,
  ...challengeRules,
  ...personRules,
]
