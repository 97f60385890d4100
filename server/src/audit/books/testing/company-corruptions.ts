const decided = `(select number from company_proposal where amount = 500000)`
const change = `(select number from company_proposal where operation = 'changeCompanyRules')`
const approver = `(select max(member_id) from company_decision where proposal = ${decided})`
const maker = `(select maker from company_proposal where number = ${decided})`
const ofMaker = `(select 'lender:' || company_id || '/member:' || maker from company_proposal where number = ${decided})`

const administrator = `(select maker from company_proposal where number = ${change})`
const otherAdministrator = `(select member_id from company_decision where proposal = ${change})`

/** Takes the other administrator out and puts them back alone, `after` it, with these roles. */
const putBackAlone = (after: string, roles: string) => `
  with before as (select * from company_roles where member_id = ${otherAdministrator} order by version desc limit 1),
  taken as (insert into company_roles (member_id, version, company_id, roles, is_signatory, at)
            select member_id, version + 1, company_id, '{}', false, app_now() - interval '${after}' from before),
  back as (insert into company_roles (member_id, version, company_id, roles, is_signatory, at)
           select member_id, version + 2, company_id, ${roles}, false, app_now() from before)
  insert into audit_event (id, actor, operation, outcome, detail, at)
  select gen_random_uuid(), 'lender:' || company_id || '/member:' || ${administrator}, 'changeMember', 'done',
         jsonb_build_object('member', member_id), app_now() from before`

/** What gets around the decisions of a company by SQL, each with the invariant that must detect it. */
export const companyCorruptions: [string, string, string][] = [
  [
    'I63',
    'a funding of a member under a rule without a proposal',
    `insert into audit_event (id, actor, operation, outcome, detail)
     values (gen_random_uuid(), ${ofMaker}, 'fundSelection', 'done', '{}')`,
  ],
  [
    'I63',
    'a vote of a member under a rule without a proposal',
    `insert into audit_event (id, actor, operation, outcome, detail)
     values (gen_random_uuid(), ${ofMaker}, 'castVote', 'done', '{"weight": 600000}')`,
  ],
  [
    'I63',
    'a funding that names a proposal that was never decided',
    `update audit_event set detail = jsonb_set(detail, '{authority,proposal}', (
       select to_jsonb(number) from company_proposal where ended is null and amount = 700000))
      where operation = 'fundSelection' and actor like 'lender:%/member:%' and (detail #>> '{authority,proposal}')::bigint = ${decided}`,
  ],
  [
    'I63',
    'a funding below the amount that was not noted',
    `delete from company_direct where member_id = ${maker}`,
  ],
  [
    'I63',
    'rules that one of two administrators changed alone',
    `update audit_event set detail = detail - 'authority'
      where operation = 'changeCompanyRules' and (detail #>> '{authority,proposal}')::bigint = ${change}`,
  ],
  [
    'I63',
    'an administrator who was put back alone with a role more than before',
    putBackAlone('0 hours', `array['VIEWER', 'MAKER', 'APPROVER', 'ADMINISTRATOR']`),
  ],
  ['I63', 'an administrator who was put back alone after 72 hours', putBackAlone('73 hours', 'roles')],
  [
    'I63b',
    'a proposal of a company that is done without one of its two decisions',
    `delete from company_decision where proposal = ${decided} and member_id = ${approver}`,
  ],
  [
    'I63b',
    'a decision by the maker in a company',
    `update company_decision set member_id = ${maker} where proposal = ${decided} and member_id = ${approver}`,
  ],
  [
    'I63b',
    'a decision of a member that no entry of the audit trail has',
    `delete from audit_event where operation = 'decideProposal' and subject = 'company-proposal:' || ${decided}`,
  ],
  [
    'I63b',
    'a member who could not decide then',
    `update company_roles set roles = array['VIEWER'] where member_id = ${approver}`,
  ],
  [
    'I63b',
    'a member who was suspended between their decision and the last',
    `insert into company_roles (member_id, version, company_id, roles, is_signatory, at)
     select d.member_id, 2, p.company_id, array['VIEWER'], false, p.ended_at
       from company_proposal p join company_decision d on d.proposal = p.number
      where p.number = ${decided} order by d.at limit 1`,
  ],
  [
    'I63b',
    'a decision by somebody of another company',
    `update lender set company_id = null where id = ${approver}`,
  ],
  [
    'I63b',
    'a maker who could not propose',
    `update company_roles set roles = array['VIEWER'] where member_id = ${maker}`,
  ],
  [
    'I63b',
    'a command of a company that ran twice',
    `insert into audit_event (id, actor, operation, outcome, detail, at)
     select gen_random_uuid(), actor, operation, outcome, detail, at from audit_event
      where operation = 'fundSelection' and actor like 'lender:%/member:%' and (detail #>> '{authority,proposal}')::bigint = ${decided}`,
  ],
  [
    'I63b',
    'a change of rules without the decision of the other administrator',
    `delete from company_decision where proposal = ${change}`,
  ],
  [
    'I63c',
    'a sum above the amount of the rule without a decision',
    `update company_direct set amount = 400000 where member_id = ${maker}`,
  ],
  [
    'I63d',
    'a proposal of a company with another sum than it was made with',
    `update company_proposal set amount = 1 where number = ${decided}`,
  ],
  [
    'I63d',
    'a proposal of a company with the name of another maker',
    `update company_proposal set maker = ${approver} where ended is null and amount = 700000`,
  ],
  [
    'I63e',
    'a role that no command gave',
    `insert into company_roles (member_id, version, company_id, roles, is_signatory)
     select ${maker}, 9, company_id, array['APPROVER'], false from company_proposal where number = ${decided}`,
  ],
  [
    'I63e',
    'a rule of a company that no command set',
    `insert into company_rule (company_id, version, subject, deciders, hours)
     select company_id, 9, 'FUNDING', 0, 72 from company_proposal where number = ${decided}`,
  ],
  [
    'I63e',
    'a day of the second factor that no command set',
    `insert into company_factor_rule (company_id, version, from_day)
     select company_id, 9, '2026-01-01' from company_proposal where number = ${decided}`,
  ],
]
