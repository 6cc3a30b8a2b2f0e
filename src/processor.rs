//! Whether the processor has what the build was made for. Without asking, a build for newer processors would end by an
//! illegal instruction on an older one, and say nothing.
//!
//! What runs there must be plain: whatever moves a few words at once may already be compiled to instructions that the
//! processor lacks. `scripts/old_processor.sh` tries it.

/// Whether the processor has the extensions by which x86-64-v3, or AVX-512, is known, where the compiler was told to use
/// them.
#[cfg(target_arch = "x86_64")]
pub(crate) fn suits() -> bool {
    let id = raw_cpuid::CpuId::new();
    let bits = cfg!(target_feature = "bmi2") || cfg!(target_feature = "avx2");
    let wide = cfg!(target_feature = "avx512f");
    let extended = id.get_extended_feature_info();
    let identifiers = id.get_extended_processor_and_feature_identifiers();
    (!bits
        || extended.as_ref().is_some_and(|it| it.has_avx2() && it.has_bmi1() && it.has_bmi2())
            && identifiers.as_ref().is_some_and(|it| it.has_lzcnt()))
        && (!wide || extended.as_ref().is_some_and(|it| it.has_avx512f()))
}

/// Whether the processor suits the build: nothing is known of others.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn suits() -> bool {
    true
}
