//! UCI and XBoard (CECP) text to typed commands and back.
