const large = `(select number from proposal where amount = 20000)`
const small = `(select number from proposal where amount = 500)`

/** What gets around the second pair of eyes by SQL, each with the invariant that must detect it. */
export const approvalCorruptions: [string, string, string][] = [
  [
    'I54',
    'a command that ran under a rule without a proposal',
    `insert into audit_event (id, actor, operation, outcome, detail)
     values (gen_random_uuid(), 'operator:x', 'creditTopUp', 'done', '{"amount": 1}')`,
  ],
  [
    'I54',
    'a command that names a proposal that was never decided',
    `update audit_event set detail = jsonb_set(detail, '{authority,proposal}', (select to_jsonb(number) from proposal where ended is null))
      where operation = 'creditTopUp' and (detail #>> '{authority,proposal}')::bigint = ${small}`,
  ],
  [
    'I54',
    'a file that fewer had accepted than the rule of its command asks for',
    `update approval_rule set deciders = 3, large_from = null, large_deciders = null where operation = 'creditTopUp'`,
  ],
  ['I54', 'a command that names a run without a second pair that is not noted', `delete from break_glass`],
  [
    'I54b',
    'a proposal that is done without one of its two decisions',
    `delete from proposal_decision where proposal = ${large} and staff_id = (select max(staff_id) from proposal_decision)`,
  ],
  [
    'I54b',
    'a file that one person decided after what its maker had done by other commands asked for two',
    `delete from proposal_decision where proposal = (select number from proposal where operation = 'acceptFile')
        and staff_id = (select max(staff_id) from proposal_decision)`,
  ],
  [
    'I54b',
    'a decision by the maker',
    `update proposal_decision d set staff_id = (select maker from proposal where number = d.proposal) where proposal = ${small}`,
  ],
  [
    'I54b',
    'a decision that no entry of the audit trail has',
    `delete from audit_event where operation = 'decideProposal' and subject = 'proposal:' || ${small}`,
  ],
  [
    'I54b',
    'a decider who could not decide then',
    `update staff_rights set rights = array['LOOK'] where staff_id = (select max(staff_id) from proposal_decision)`,
  ],
  [
    'I54b',
    'a proposal whose command ran twice',
    `insert into audit_event (id, actor, operation, outcome, detail, at)
     select gen_random_uuid(), actor, operation, outcome, detail, at from audit_event
      where operation = 'creditTopUp' and (detail #>> '{authority,proposal}')::bigint = ${small}`,
  ],
  [
    'I54b',
    'a rule that asked for more than agreed',
    `update approval_rule set large_from = 100 where operation = 'creditTopUp'`,
  ],
  [
    'I54b',
    'a proposal without a sum that one person decided after what its maker had done asked for two',
    `update proposal set amount = null, ended_at = ended_at + interval '1 second' where number = ${small}`,
  ],
  [
    'I54c',
    'a proposal with another sum than it was made with',
    `update proposal set amount = 1 where number = ${small}`,
  ],
  [
    'I54c',
    'a proposal with the name of another maker',
    `update proposal set maker = (select max(id) from staff) where ended is null`,
  ],
  [
    'I54d',
    'a right that no command gave',
    `insert into staff_rights (staff_id, version, rights) select staff_id, 2, array['DECIDE'] from staff_rights
      where staff_id = (select min(maker) from proposal)`,
  ],
  [
    'I54d',
    'a rule that no command set',
    `insert into approval_rule (version, operation, deciders, hours)
     select max(version) + 1, 'creditTopUp', 0, 24 from approval_rule`,
  ],
  [
    'I54e',
    'a passkey that somebody gave a person who decides',
    `insert into staff_passkey (id, staff_id, label, public_key, counter)
     select 'own', max(staff_id), 'own', '\\x00', 0 from proposal_decision`,
  ],
]
