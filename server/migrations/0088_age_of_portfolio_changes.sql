-- Since when a changed funding waits to be packed. Without a worker nothing is packed: searches stay right, and become slower with
-- every change. `pematang_portfolio_changes_oldest_seconds` shows that.
alter table portfolio_touch add column touched_at timestamptz not null default app_now();
