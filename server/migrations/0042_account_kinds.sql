-- Every kind of account that the chart names (contract/ledger-accounts.ts) may be opened.
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check, ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN (
  'caja', 'fondo', 'banco', 'transito', 'externo', 'liquidacion', 'premios_por_pagar', 'devoluciones_por_pagar', 'comision_por_pagar',
  'participacion_por_pagar', 'margen_por_pagar', 'por_aprobar', 'recargas', 'potes', 'ventas', 'ventas_externas', 'ingresos', 'ajustes',
  'premios', 'premios_externos', 'comision', 'comision_externa', 'participacion', 'margen', 'egresos', 'provision', 'diferencias',
  'liquidado', 'cobranza', 'pagos', 'fuera', 'apertura', 'cambio'));
