-- The risk warning that a lender accepts before the first funding, each version of its text kept. Paragraphs are separated by
-- an empty line. The highest version is in force.
create table risk_warning (
  version integer primary key check (version > 0),
  text text not null check (length(text) between 200 and 20000),
  sha256 bytea not null unique check (length(sha256) = 32),
  created_at timestamptz not null default app_now()
);
create trigger risk_warning_append_only before update or delete or truncate on risk_warning
  for each statement execute function refuse_change();

-- That a lender has accepted a version: when, and the hash of the text that was shown. `evidence` names the paper where an
-- operator recorded an acceptance that was given outside the screens; null where the lender accepted there.
create table risk_acceptance (
  lender_id bigint not null references lender (id),
  version integer not null references risk_warning (version),
  sha256 bytea not null check (length(sha256) = 32),
  accepted_at timestamptz not null default app_now(),
  evidence text check (length(evidence) between 1 and 200),
  primary key (lender_id, version)
);
create trigger risk_acceptance_append_only before update or delete or truncate on risk_acceptance
  for each statement execute function refuse_change();

-- Our own text, until the operator publishes another.
insert into risk_warning (version, text, sha256)
select 1, text, sha256(convert_to(text, 'UTF8')) from (values (
'Pendanaan di platform ini adalah perjanjian perdata antara Anda sebagai Pemberi Dana dan Penerima Dana. Risiko yang timbul dari perjanjian itu ditanggung oleh kedua pihak tersebut.

Risiko gagal bayar sepenuhnya Anda tanggung. Penerima Dana dapat terlambat membayar, membayar sebagian, atau tidak membayar sama sekali. Anda dapat kehilangan sebagian atau seluruh dana yang Anda danai.

Dana yang Anda danai bukan simpanan dan tidak dijamin. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas gagal bayar.

Bunga yang ditampilkan adalah perkiraan, bukan janji. Hasil yang Anda terima bergantung pada pembayaran Penerima Dana dan dipotong pajak.

Dana yang sudah disalurkan tidak dapat ditarik kembali sebelum Penerima Dana membayar. Gunakan hanya dana yang tidak Anda perlukan selama tenor pinjaman.

Rating dan informasi pinjaman membantu Anda menilai risiko, tetapi tidak menjamin pembayaran. Platform tidak menanggung kerugian Anda.

Sebarkan pendanaan Anda ke banyak pinjaman. Jika Anda belum memahami pendanaan seperti ini, sebaiknya Anda tidak mendanai.')) as first (text);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on risk_warning, risk_acceptance from pematang_app;
  end if;
end $$;
