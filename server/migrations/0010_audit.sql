-- Audit: checks of the books, and what must have a job.

-- The last check of the books of each kind, and who makes one now.
create table books_check (
  kind text primary key check (kind in ('CHANGES', 'WHOLE')),
  -- Until when no other worker makes the same one.
  claimed_until timestamptz,
  ended_at timestamptz,
  seconds double precision,
  -- Rows found by broken invariant, at most 20 each.
  breaches jsonb not null default '{}'::jsonb
);
insert into books_check (kind, breaches) values ('CHANGES', '{}');
insert into books_check (kind, breaches) values ('WHOLE', '{}');

-- Everything that waits, with the job that is to end it: what has none that is alive gets one (sweepJobs), and the audit
-- of the books names it (I32).
create view awaited_job as
  select 'signing.follow' as kind,
    'ordinary' as line,
    jsonb_build_object('fundingId', funding.id) as payload,
    funding.created_at as since
   from funding
  where funding.state = 'WAITING'
union all
 select 'signing.follow' as kind,
    'ordinary' as line,
    jsonb_build_object('fundingId', r.funding_id) as payload,
    r.created_at as since
   from signing_request r
     join funding f on f.id = r.funding_id
  where r.closed_at is null and f.state <> 'WAITING'
union all
 select 'withdrawal.follow' as kind,
    'bank' as line,
    jsonb_build_object('withdrawalId', withdrawal.id) as payload,
    withdrawal.created_at as since
   from withdrawal
  where withdrawal.ended_at is null
union all
 select 'bulk.fund' as kind,
    'bulk' as line,
    jsonb_build_object('lenderId', bulk_funding.lender_id, 'bulkId', bulk_funding.id) as payload,
    bulk_funding.created_at as since
   from bulk_funding
  where bulk_funding.ended_at is null
union all
 select 'bulk.papers' as kind,
    'bulk' as line,
    jsonb_build_object('lenderId', b.lender_id, 'bulkId', b.id) as payload,
    b.ended_at as since
   from bulk_funding b
  where b.ended_at is not null and (exists ( select
           from bulk_funding_loan l
          where l.lender_id = b.lender_id and l.bulk_id = b.id and l.state = 'FUNDED' and (l.pp_sha256 is null and not (exists ( select
                   from document d
                  where d.agreement_id = l.funding_id)) or not (exists ( select
                   from factsheet s
                  where s.loan_id = l.loan_id)))))
union all
 select 'documents.factsheet' as kind,
    'bulk' as line,
    jsonb_build_object('loanNumber', l.loan_number) as payload,
    l.created_at as since
   from loan_position p
     join loan l on l.id = p.loan_id
  where p.status <> 'DRAFT' and not (exists ( select
           from factsheet s
          where s.loan_id = p.loan_id)) and (exists ( select
           from funding f
             join signature g on g.funding_id = f.id
          where f.loan_id = p.loan_id))
union all
 select 'documents.timestamp' as kind,
    'stamp' as line,
    jsonb_build_object('documentId', timestamp_request.document_id) as payload,
    timestamp_request.asked_at as since
   from timestamp_request
union all
 select 'auto.fund' as kind,
    'bulk' as line,
    jsonb_build_object('roundId', auto_round.id) as payload,
    auto_round.decided_at as since
   from auto_round
  where auto_round.ended_at is null
union all
 select 'mandate.sign' as kind,
    'urgent' as line,
    jsonb_build_object('mandateId', g.mandate_id) as payload,
    g.granted_at as since
   from mandate_grant g
  where not (exists ( select
           from mandate_signature s
          where s.mandate_id = g.mandate_id)) and not (exists ( select
           from mandate_end e
          where e.mandate_id = g.mandate_id))
union all
 select 'notifications.send' as kind,
    'message' as line,
    jsonb_build_object('messageId', notification_message.id) as payload,
    notification_message.closed_at as since
   from notification_message
  where notification_message.state = 'WAITING'
union all
 select 'disbursement.follow' as kind,
    'bank' as line,
    jsonb_build_object('orderId', disbursement_order.id) as payload,
    disbursement_order.created_at as since
   from disbursement_order
  where disbursement_order.file_id is null and (disbursement_order.state in ('ORDERED', 'SENT'))
union all
 select 'staff.file-run' as kind,
    'files' as line,
    jsonb_build_object('run', staff_file_run.id) as payload,
    staff_file_run.at as since
   from staff_file_run
  where staff_file_run.ended_at is null
union all
 select 'factors.recover' as kind,
    'urgent' as line,
    jsonb_build_object('recoveryId', factor_recovery.id) as payload,
    factor_recovery.at + '24:00:00'::interval as since
   from factor_recovery
  where factor_recovery.stopped_at is null and factor_recovery.done_at is null and (factor_recovery.at + '24:00:00'::interval) <= app_now()
union all
 select 'bank-account.follow' as kind,
    'bank' as line,
    jsonb_build_object('requestId', bank_account_request.id) as payload,
    bank_account_request.at as since
   from bank_account_request
  where bank_account_request.state = 'ASKED'
union all
 select 'callback.ring' as kind,
        case
            when call_back.failing_since is null then 'callback'
            else 'callbackfailing'
        end as line,
    jsonb_build_object('lenderId', call_back.lender_id, 'turn', call_back.turn) as payload,
    coalesce(call_back.due_at, call_back.tried_at, call_back.set_at) as since
   from call_back
  where call_back.ringing;
